// The specifications of an active idea, newest first; no row if there is no such idea.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
RETURN COLLECT {
  MATCH (i)-[:HAS_SPECIFICATION]->(s:Specification)
  RETURN s {.id, .text, .provider, .model, .inputTokens, .outputTokens, .createdAt} ORDER BY s.createdAt DESC, s.id
} AS specifications
