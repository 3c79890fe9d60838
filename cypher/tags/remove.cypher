MATCH (t:Tag {id: $id})
WHERE t.userId = $userId
WITH t, t.id AS id
DETACH DELETE t
RETURN id
