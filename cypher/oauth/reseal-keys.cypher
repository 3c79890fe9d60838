// Replaces the ciphertext of the keys, unless another process has done so: locks them before it looks.
MATCH (k:OAuthKeys {name: 'current'})
SET k:OAuthKeys
WITH k
WHERE k.sealed = $before
SET k.sealed = $sealed, k.masterKeyId = $masterKeyId
RETURN k.name AS name
