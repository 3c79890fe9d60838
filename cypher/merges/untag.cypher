// Under the ledger's lock: some of an idea's tags are taken from it.
MATCH (i:Idea {id: $ideaId})-[x:TAGGED]->(t:Tag)
WHERE i.userId = $userId AND t.id IN $ids
DELETE x
RETURN count(*) AS count
