// The newest active ideas in index order, from the first or after one: with all properties of the index in ORDER BY, no sort is needed.
MATCH (l:Ledger {userId: $userId})
CALL () {
  MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
  WHERE i.userId = $userId AND i.archived = false
    AND i.createdAt <= coalesce($afterKey, 9007199254740991) AND i.id IS NOT NULL
    AND ($afterKey IS NULL OR i.createdAt < $afterKey OR i.id < $afterId)
  WITH i ORDER BY i.userId DESC, i.archived DESC, i.createdAt DESC, i.id DESC
  SKIP $offset LIMIT $limit
  WITH i, i {.id, .title, .body, .status, .source, .sourceUrl, .createdAt, .updatedAt} AS m
  RETURN collect([m.id, m.title, m.body, m.status, m.source, m.sourceUrl, m.createdAt, m.updatedAt,
    EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })]) AS ideas
}
RETURN l.ideaCount AS total, ideas
