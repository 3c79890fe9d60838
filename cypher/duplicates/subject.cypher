// An idea as it was written, to be compared with others. `known`: the ideas of its pairs that may still change, of the pending ones those
// with the lowest confidence, of the withdrawn ones with the highest, without those that Claude judged different. `decided`: the ideas that
// are not compared, because the user has decided about the pair, or Claude has and no edit asks for the comparison (priority 3).
MATCH (o:Outbox {ideaId: $ideaId})-[:ABOUT]->(i:Idea)
WHERE o.version = $version AND i.archived = false
RETURN i {.id, .userId, .title, .body,
  passages: COLLECT {
    MATCH (i)-[:HAS_PASSAGE]->(p:$($label))
    RETURN {embedding: p.embedding, length: size(p.text)} ORDER BY p.position LIMIT $most
  }} AS idea,
  COLLECT {
    MATCH (i)<-[:FLAGS|DUPLICATE_OF]-(d:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(x:Idea)
    WHERE d.status = 'pending' AND x.archived = false
    RETURN x.id ORDER BY d.confidence LIMIT $mostPending
  } + COLLECT {
    MATCH (i)<-[:FLAGS|DUPLICATE_OF]-(d:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(x:Idea)
    WHERE d.status = 'withdrawn' AND x.archived = false
      AND NOT (coalesce(d.reasons[0], '') STARTS WITH 'Claude: ' AND d.confidence < 0.5)
    RETURN x.id ORDER BY d.confidence DESC LIMIT $mostWithdrawn
  } AS known,
  COLLECT {
    MATCH (i)<-[:FLAGS|DUPLICATE_OF]-(d:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(x:Idea)
    WHERE (d.status IN ['dismissed', 'merged'] OR o.priority = 3 AND d.reasons[0] STARTS WITH 'Claude: ')
      AND x.archived = false
    RETURN x.id
  } AS decided
