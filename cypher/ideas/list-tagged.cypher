// Active ideas with all of the tags. Only ideas are tagged; nothing of an idea is read before it has them all.
MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey IN $tagKeys
MATCH (t)<-[:TAGGED]-(i)
WITH i, count(*) AS hits
WHERE hits = size($tagKeys) AND i.archived = false AND ($status IS NULL OR i.status = $status)
// Neo4j compares two stored strings by code points, but a stored one with a parameter by UTF-16 units: + '' makes both orders the latter.
WITH i, $sort STARTS WITH '-' AS falls, CASE
  WHEN $sort ENDS WITH 'created_at' THEN i.createdAt WHEN $sort ENDS WITH 'updated_at' THEN i.updatedAt ELSE i.titleKey + '' END AS key
ORDER BY CASE WHEN NOT falls THEN key END, CASE WHEN falls THEN key END DESC, CASE WHEN falls THEN -i.id ELSE i.id END
WITH collect(i) AS found, $offset + count(CASE WHEN
  CASE key WHEN $afterKey THEN i.id = $afterId OR falls = (i.id > $afterId) ELSE falls = (key > $afterKey) END THEN 1 END) AS offset
CALL (found, offset) {
  UNWIND CASE WHEN offset < size(found) THEN found[offset..offset + $limit] ELSE [] END AS i
  WITH i, i {.id, .title, .body, .status, .source, .sourceUrl, .createdAt, .updatedAt} AS m
  RETURN collect([m.id, m.title, m.body, m.status, m.source, m.sourceUrl, m.createdAt, m.updatedAt,
    EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })]) AS ideas
}
RETURN size(found) AS total, ideas
