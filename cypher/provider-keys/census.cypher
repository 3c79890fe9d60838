// How many keys are encrypted under which master key.
MATCH (k:ProviderKey)
WHERE k.masterKeyId > ''
RETURN k.masterKeyId AS masterKeyId, count(*) AS keys
