MATCH (k:ApiKey {id: $id})
WHERE k.userId = $userId
RETURN k.hash AS hash
