// Under the ledger's lock.
MATCH (p:DuplicatePair {id: $id})
WHERE p.userId = $userId
MATCH (i:Idea)<-[:FLAGS]-(p)-[:DUPLICATE_OF]->(o:Idea)
RETURN p {.status, ideaId: i.id, duplicateOfId: o.id} AS pair
