// Active ideas with all of the tags. Only ideas are tagged; nothing of an idea is read before it has them all.
MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey IN $tagKeys
MATCH (t)<-[:TAGGED]-(i)
WITH i, count(*) AS hits
WHERE hits = size($tagKeys) AND i.archived = false AND ($status IS NULL OR i.status = $status)
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
