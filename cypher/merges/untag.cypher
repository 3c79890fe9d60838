// Under the ledger's lock: removes tags from an idea.
MATCH (i:Idea {id: $ideaId})-[x:TAGGED]->(t:Tag)
WHERE i.userId = $userId AND t.id IN $ids
DELETE x
RETURN count(*) AS count
