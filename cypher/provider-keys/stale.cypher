// Keys that are encrypted with one of these former master keys.
UNWIND $masterKeyIds AS masterKeyId
MATCH (k:ProviderKey)
WHERE k.masterKeyId = masterKeyId
RETURN k {.userId, .provider, .sealed, .masterKeyId} AS key LIMIT $limit
