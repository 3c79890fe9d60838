// Keys that are encrypted under another master key than the one that encrypts now, of those that may be opened.
UNWIND $masterKeyIds AS masterKeyId
MATCH (k:ProviderKey)
WHERE k.masterKeyId = masterKeyId
RETURN k {.userId, .provider, .sealed, .masterKeyId} AS key LIMIT $limit
