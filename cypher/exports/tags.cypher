// A keyset page of a user's tags by name, including unused ones.
MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey > $nameKey
WITH t ORDER BY t.userId, t.nameKey LIMIT $limit
RETURN collect(t {.id, .name, .nameKey, .color}) AS tags
