// What a job is to compare with others: an idea as it was written, its pairs that may still change, its user's settings.
MATCH (o:Outbox {ideaId: $ideaId})-[:ABOUT]->(i:Idea)
WHERE o.version = $version AND i.archived = false
MATCH (u:User {id: i.userId})
RETURN i {.id, .userId, .title, .body,
  passages: COLLECT {
    MATCH (i)-[:HAS_PASSAGE]->(p:$($label))
    RETURN {embedding: p.embedding, length: size(p.text)} ORDER BY p.position LIMIT $most
  }} AS idea,
  COLLECT {
    MATCH (i)<-[:FLAGS|DUPLICATE_OF]-(d:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(x:Idea)
    WHERE d.status IN ['pending', 'withdrawn'] AND x.archived = false
    RETURN x.id
  } AS known,
  u.settings AS settings
