// The links of one active idea; no row if there is no such idea.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
RETURN COLLECT {
  MATCH (i)-[:HAS_LINK]->(l:Link)
  RETURN l {.id, .url, .title, .linkType, .createdAt} ORDER BY l.createdAt, l.id
} AS links
