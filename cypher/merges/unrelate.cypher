// Under the ledger's lock: deletes relations of an idea, without dismissing pairs of possible duplicates.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
WHERE r.id IN $ids
DELETE r
RETURN count(*) AS count
