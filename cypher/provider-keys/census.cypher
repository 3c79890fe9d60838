// The number of keys by master key.
MATCH (k:ProviderKey)
WHERE k.masterKeyId > ''
RETURN k.masterKeyId AS masterKeyId, count(*) AS keys
