// Under the ledger's lock: adds a specification, later than the idea's others even if the clock is not; keeps only the newest.
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
