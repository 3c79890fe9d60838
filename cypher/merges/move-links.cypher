// Under the ledger's lock: links go from their idea to this one.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
UNWIND $ids AS id
MATCH (l:Link {id: id})<-[old:HAS_LINK]-(from:Idea)
WHERE from.userId = $userId
DELETE old
CREATE (i)-[:HAS_LINK]->(l)
RETURN count(*) AS count
