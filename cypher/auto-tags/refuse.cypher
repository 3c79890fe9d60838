// Under the ledger's lock: takes an automatic tag from an idea, which no longer awaits any. No row if there is no such tag.
MATCH (i:Idea {id: $id})-[x:TAGGED]->(t:Tag)
WHERE i.userId = $userId AND i.archived = false AND t.nameKey = $nameKey AND x.auto
SET i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
DELETE x
RETURN i.id AS id
