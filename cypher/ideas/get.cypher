// One active idea in detail, its links and relations ten a row, so that the driver decodes many of them page by page.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false
WITH i, COLLECT {
  MATCH (i)-[:HAS_LINK]->(l:Link)
  RETURN [l.id, l.url, l.title, l.linkType, l.createdAt,
    CASE WHEN l.attachmentId IS NOT NULL THEN l {.attachmentId, .bytes, .mediaType} END] ORDER BY l.createdAt, l.id
} AS links, COLLECT {
  MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
  WITH r, r {.id, .note, .createdAt, .score} AS m ORDER BY m.createdAt, m.id
  RETURN [m.id, startNode(r).id, endNode(r).id, type(r), m.note, m.createdAt, m.score]
} AS relations
UNWIND [0] + range(10, CASE WHEN size(links) > size(relations) THEN size(links) ELSE size(relations) END - 1, 10) AS from
RETURN CASE from WHEN 0 THEN [i.id, i.title, i.body, i.status, i.source, i.sourceUrl, i.createdAt, i.updatedAt,
    EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })
  ] END AS idea, links[from..from + 10] AS links, relations[from..from + 10] AS relations
ORDER BY from
