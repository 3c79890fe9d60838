CREATE (t:Tag {id: $id, userId: $userId, name: $name, nameKey: $nameKey, color: $color, createdAt: $now})
RETURN t.id AS id
