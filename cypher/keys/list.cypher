MATCH (k:ApiKey)
WHERE k.userId = $userId
RETURN k {.id, .label, .hint, .scopes, .createdAt, .lastUsedAt} AS key ORDER BY k.createdAt, k.id
