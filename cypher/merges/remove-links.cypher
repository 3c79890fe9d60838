// Under the ledger's lock: deletes links of an idea.
MATCH (i:Idea {id: $ideaId})-[:HAS_LINK]->(l:Link)
WHERE i.userId = $userId AND l.id IN $ids
DETACH DELETE l
RETURN count(*) AS count
