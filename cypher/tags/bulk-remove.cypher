// Under the ledger's lock, for ideas that carry the tag; the tag itself stays.
UNWIND $ideaIds AS ideaId
MATCH (i:Idea {id: ideaId})
WHERE i.userId = $userId
MATCH (i)-[tagged:TAGGED]->(t:Tag)
WHERE t.nameKey = $nameKey
DELETE tagged
SET i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
RETURN i.id AS id
