MATCH (t:McpToken {id: $id})
WHERE t.userId = $userId
RETURN t.hash AS hash
