// Under the ledger's lock. Deleting a `duplicate` relation dismisses the pair of the two ideas.
MATCH (s:Idea {id: $sourceId})-[r:$($type) {id: $id}]->(t:Idea {id: $targetId})
WHERE s.userId = $userId
WITH s, r, t, r.id AS id
DELETE r
WITH s, t, id
CALL (s, t) {
  MATCH (s)<-[:FLAGS|DUPLICATE_OF]-(d:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(t)
  WHERE $type = 'DUPLICATE' AND d.status IN ['pending', 'withdrawn']
  SET d.status = 'dismissed'
  WITH s, t
  MATCH (s)-[automatic:DUPLICATE]-(t)
  WHERE automatic.score IS NOT NULL
  DELETE automatic
}
RETURN id
