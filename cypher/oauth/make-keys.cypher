// The first of concurrent processes makes the keys, all use them.
MERGE (k:OAuthKeys {name: 'current'})
ON CREATE SET k.sealed = $sealed, k.masterKeyId = $masterKeyId, k.createdAt = $now
RETURN k {.sealed, .masterKeyId} AS keys
