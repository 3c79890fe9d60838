// Under the ledger's lock: a tag of an idea is a chosen one. No row if the idea does not have it.
MATCH (i:Idea {id: $id})-[x:TAGGED]->(t:Tag)
WHERE i.userId = $userId AND i.archived = false AND t.nameKey = $nameKey
SET i.updatedAt = CASE WHEN x.auto IS NULL THEN i.updatedAt WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END,
  x.auto = null
RETURN i.id AS id
