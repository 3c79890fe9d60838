// Replaces the ciphertext of the keys, unless another process has done so.
MATCH (k:OAuthKeys {name: 'current'})
WHERE k.sealed = $before
SET k.sealed = $sealed, k.masterKeyId = $masterKeyId
RETURN k.name AS name
