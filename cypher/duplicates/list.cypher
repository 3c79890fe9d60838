// One page of the pairs that wait for their user, newest first, and how many there are in all.
CALL () {
  MATCH (d:DuplicatePair)
  USING INDEX SEEK d:DuplicatePair(userId, status, createdAt, id)
  WHERE d.userId = $userId AND d.status = 'pending' AND d.createdAt IS NOT NULL AND d.id IS NOT NULL
  MATCH (i:Idea)<-[:FLAGS]-(d)-[:DUPLICATE_OF]->(o:Idea)
  WHERE i.archived = false AND o.archived = false
  RETURN count(*) AS total
}
RETURN total, COLLECT {
  MATCH (d:DuplicatePair)
  USING INDEX SEEK d:DuplicatePair(userId, status, createdAt, id)
  WHERE d.userId = $userId AND d.status = 'pending' AND d.createdAt IS NOT NULL AND d.id IS NOT NULL
  MATCH (i:Idea)<-[:FLAGS]-(d)-[:DUPLICATE_OF]->(o:Idea)
  WHERE i.archived = false AND o.archived = false
  RETURN d {.id, .score, .confidence, .reasons, .status, .createdAt,
    ideaId: i.id, ideaTitle: i.title, duplicateOfId: o.id, duplicateOfTitle: o.title}
  ORDER BY d.userId DESC, d.status DESC, d.createdAt DESC, d.id DESC SKIP $offset LIMIT $limit
} AS pairs
