MATCH (t:McpToken)
WHERE t.userId = $userId AND coalesce(t.expiresAt, $now + 1) > $now
RETURN t {.id, .label, .hint, .scopes, .createdAt, .lastUsedAt, .expiresAt} AS token ORDER BY t.createdAt, t.id
