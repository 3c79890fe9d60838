// What is to be done for ideas, and what is there already.
UNWIND $ideaIds AS ideaId
MATCH (o:Outbox {ideaId: ideaId})-[:ABOUT]->(i:Idea)
WHERE o.stage = $stage
RETURN ideaId, i.userId AS userId, o.version AS version, o.background AS background, i {.title, .body} AS idea,
  COLLECT {
    MATCH (i)-[:HAS_PASSAGE]->(p:Passage)
    RETURN p {.hash, slot: CASE WHEN p:PassageA THEN 'a' ELSE 'b' END}
  } AS passages
