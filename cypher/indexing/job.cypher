// What is to be done for an idea, and what is there already.
MATCH (o:Outbox {ideaId: $ideaId})-[:ABOUT]->(i:Idea)
RETURN o.version AS version, i {.title, .body} AS idea,
  COLLECT {
    MATCH (i)-[:HAS_PASSAGE]->(p:Passage)
    RETURN p {.hash, slot: CASE WHEN p:PassageA THEN 'a' ELSE 'b' END}
  } AS passages
