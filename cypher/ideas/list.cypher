// The newest active ideas, in the order of the index: all its properties in the ORDER BY spare the sort.
MATCH (l:Ledger {userId: $userId})
CALL () {
  MATCH (i:Idea)
  WHERE i.userId = $userId AND i.archived = false AND i.createdAt > 0 AND i.id > 0
  WITH i ORDER BY i.userId DESC, i.archived DESC, i.createdAt DESC, i.id DESC
  SKIP $offset LIMIT $limit
  RETURN collect(i {.id, .title, .body, .status, .source, .sourceUrl, .createdAt, .updatedAt,
    processing: EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE NOT o.background AND o.failedAt IS NULL },
    tags: COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN t {.name, auto: x.auto IS NOT NULL} ORDER BY x.position },
    parentId: head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })}) AS ideas
}
RETURN l.ideaCount AS total, ideas
