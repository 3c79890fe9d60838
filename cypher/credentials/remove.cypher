MATCH (c:ApiKey|McpToken {id: $id})
WHERE c.userId = $userId AND $nodeLabel IN labels(c)
WITH c, c.id AS id
DELETE c
RETURN id
