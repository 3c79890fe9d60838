MATCH (t:McpToken {id: $id})
WHERE t.userId = $userId
WITH t, t.id AS id
DELETE t
RETURN id
