// The same key under another master key, unless its user has changed it meanwhile.
UNWIND $keys AS key
MATCH (k:ProviderKey {userId: key.userId, provider: key.provider})
WHERE k.sealed = key.before
SET k.sealed = key.sealed, k.masterKeyId = key.masterKeyId
RETURN k.provider AS provider
