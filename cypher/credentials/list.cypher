MATCH (c:ApiKey|McpToken)
WHERE c.userId = $userId AND $nodeLabel IN labels(c) AND coalesce(c.expiresAt, $now + 1) > $now
RETURN c {.id, .label, .hint, .scopes, .createdAt, .lastUsedAt, .expiresAt} AS credential ORDER BY c.createdAt, c.id
