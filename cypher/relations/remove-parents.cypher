// Under the ledger's lock: removes `parent` relations of an idea, by id.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
MATCH (i)<-[r:PARENT]-(:Idea)
WHERE r.id IN $ids
DELETE r
RETURN count(*) AS removed
