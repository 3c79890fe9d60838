MATCH (t:Tag {id: $id})
WHERE t.userId = $userId
SET t.name = $name, t.nameKey = $nameKey, t.color = $color
RETURN t.id AS id
