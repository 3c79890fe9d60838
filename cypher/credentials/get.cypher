MATCH (c:ApiKey|McpToken {id: $id})
WHERE c.userId = $userId AND $nodeLabel IN labels(c)
RETURN c.hash AS hash
