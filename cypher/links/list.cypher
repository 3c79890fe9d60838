// The links of one active idea, ten a row, so that the driver decodes many of them page by page. No row if there is no such
// idea.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
WITH COLLECT {
  MATCH (i)-[:HAS_LINK]->(l:Link)
  RETURN [l.id, l.url, l.title, l.linkType, l.createdAt,
    CASE WHEN l.attachmentId IS NOT NULL THEN l {.attachmentId, .bytes, .mediaType} END] ORDER BY l.createdAt, l.id
} AS links
UNWIND range(0, size(links), 10) AS from
RETURN links[from..from + 10] AS links
ORDER BY from
