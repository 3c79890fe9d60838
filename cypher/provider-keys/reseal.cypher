// Replaces the ciphertext of a key, unless the user has changed the key meanwhile: locks it before it looks.
UNWIND $keys AS key
MATCH (k:ProviderKey {userId: key.userId, provider: key.provider})
SET k:ProviderKey
WITH k, key
WHERE k.sealed = key.before
SET k.sealed = key.sealed, k.masterKeyId = key.masterKeyId
RETURN k.provider AS provider
