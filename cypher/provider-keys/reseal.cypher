// Replaces the ciphertext of a key, unless the user has changed the key meanwhile.
UNWIND $keys AS key
MATCH (k:ProviderKey {userId: key.userId, provider: key.provider})
WHERE k.sealed = key.before
SET k.sealed = key.sealed, k.masterKeyId = key.masterKeyId
RETURN k.provider AS provider
