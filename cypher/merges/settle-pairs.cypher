// Under the ledger's lock: resolves the pending pairs of possible duplicates of an absorbed idea.
MATCH (a:Idea {id: $absorbedId})
WHERE a.userId = $userId
MATCH (a)<-[:FLAGS|DUPLICATE_OF]-(p:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(o:Idea)
WHERE p.status = 'pending'
SET p.status = CASE o.id WHEN $survivorId THEN 'merged' ELSE 'withdrawn' END
RETURN p.id AS id, p.status AS status ORDER BY p.id
