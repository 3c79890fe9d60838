// Active ideas in another order or of one status: found by the index, then sorted.
MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
WHERE i.userId = $userId AND i.archived = false AND i.createdAt IS NOT NULL AND i.id IS NOT NULL
  AND ($status IS NULL OR i.status = $status)
WITH i ORDER BY
  CASE $sort WHEN 'created_at' THEN i.createdAt WHEN 'updated_at' THEN i.updatedAt WHEN 'title' THEN i.titleKey END,
  CASE $sort WHEN '-created_at' THEN i.createdAt WHEN '-updated_at' THEN i.updatedAt WHEN '-title' THEN i.titleKey END DESC,
  CASE WHEN $sort STARTS WITH '-' THEN -i.id ELSE i.id END
WITH collect(i) AS found
CALL (found) {
  UNWIND CASE WHEN $offset < size(found) THEN found[$offset..$offset + $limit] ELSE [] END AS i
  RETURN collect([i.id, i.title, i.body, i.status, i.source, i.sourceUrl, i.createdAt, i.updatedAt,
    EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })]) AS ideas
}
RETURN size(found) AS total, ideas
