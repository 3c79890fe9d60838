// Under the ledger's lock: some of an idea's relations go. Nobody has decided about a pair of duplicates by that.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
WHERE r.id IN $ids
DELETE r
RETURN count(*) AS count
