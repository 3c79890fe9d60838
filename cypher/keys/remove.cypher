MATCH (k:ApiKey {id: $id})
WHERE k.userId = $userId
WITH k, k.id AS id
DELETE k
RETURN id
