// The ideas of a page, each with its matching passage.
UNWIND $hits AS hit
MATCH (i:Idea {id: hit.id})
WHERE i.userId = $userId AND i.archived = false
WITH hit, i, i {.id, .title, .body, .status, .source, .sourceUrl, .createdAt, .updatedAt} AS m
RETURN [m.id, m.title, m.body, m.status, m.source, m.sourceUrl, m.createdAt, m.updatedAt,
  EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
  COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
  head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })] AS idea,
  head(COLLECT { MATCH (i)-[:HAS_PASSAGE]->(p:Passage) WHERE p.position = hit.position AND $label IN labels(p) RETURN p.text }) AS passage
