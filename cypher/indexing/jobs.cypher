// The jobs of ideas in a stage, with the existing passages.
UNWIND $ideaIds AS ideaId
MATCH (o:Outbox {ideaId: ideaId})-[:ABOUT]->(i:Idea)
WHERE o.stage = $stage AND o.failedAt IS NULL
RETURN ideaId, i.userId AS userId, o.version AS version, i {.title, .body} AS idea,
  COLLECT {
    MATCH (i)-[:HAS_PASSAGE]->(p:Passage)
    RETURN p {.hash, slot: CASE WHEN p:PassageA THEN 'a' ELSE 'b' END}
  } AS passages
