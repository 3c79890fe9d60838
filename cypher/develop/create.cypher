// Under the ledger's lock: a specification of an idea, later than its others whatever the clock says; only the newest are kept.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
WITH i, COLLECT {
  MATCH (i)-[:HAS_SPECIFICATION]->(s:Specification)
  RETURN s.createdAt ORDER BY s.createdAt DESC LIMIT 1
}[0] + 1 AS next
CREATE (i)-[:HAS_SPECIFICATION]->(:Specification {
  id: $id, userId: $userId, text: $text, provider: $provider, model: $model, inputTokens: $inputTokens,
  outputTokens: $outputTokens, createdAt: CASE WHEN next > $now THEN next ELSE $now END
})
WITH i
CALL (i) {
  MATCH (i)-[:HAS_SPECIFICATION]->(s:Specification)
  WITH s ORDER BY s.createdAt DESC, s.id SKIP $most
  DETACH DELETE s
}
RETURN i.id AS id
