// Notes the last use of a key or token.
MATCH (c:ApiKey|McpToken {hash: $hash})
SET c.lastUsedAt = $now
RETURN c.id AS id
