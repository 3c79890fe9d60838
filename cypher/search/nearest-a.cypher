CYPHER 25
// The ideas of the passages in the window nearest to the vector, and a page of them. `seen` counts all passages in the window,
// before filters; `last` is the score of the farthest. Scores are (1 + cosine) / 2, at least 0.5. If the user's writes since $lately may
// be missing in the index, it is not searched (`isPending`). `active` names the index, if searches use it. Ideas of the nearest few
// passages are looked at first, of all only if these do not fill the page. Below `edge` there may be others, so the page ends
// there; `ideas` is empty if the page is full.
WITH COLLECT { MATCH (x:EmbeddingIndex {slot: 'a'}) WHERE x.state = 'active' RETURN x.id } AS active,
  EXISTS { MATCH (o:Outbox) WHERE o.userId = $userId AND o.dueAt >= $lately AND o.priority < 3 } AS isPending
CALL (isPending) {
  FILTER NOT isPending
  MATCH (p:PassageA)
    SEARCH p IN (VECTOR INDEX passages_a FOR $vector WHERE p.userId = $userId LIMIT $window) SCORE AS score
  WITH p, CASE WHEN score > 0.5 THEN score ELSE 0.5 END AS score
  ORDER BY score DESC
  RETURN collect([p, score]) AS passages
}
WITH *, size(passages) AS seen, 3 * ($offset + $limit) AS few
UNWIND CASE WHEN few < $window THEN [few, $window] ELSE [$window] END AS near
CALL (passages, near) {
  UNWIND passages[..near] AS one
  WITH one[0] AS p, one[1] AS score
  MATCH (p)<-[:HAS_PASSAGE]-(i:Idea)
  WHERE i.userId = $userId AND i.archived = false AND ($status IS NULL OR i.status = $status)
    AND COUNT { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys } = size($tagKeys)
  WITH i, p, score ORDER BY score DESC, p.position
  WITH i, max(score) AS score, head(collect(p)) AS p
  RETURN collect([i, score, p]) AS found
}
WITH *, CASE WHEN near < seen OR seen = $window THEN passages[..near][-1][1] ELSE 0.0 END AS edge
WITH *, [one IN found WHERE one[1] > edge] AS above
WHERE near >= seen OR size(above) >= $offset + $limit
WITH * LIMIT 1
CALL (above) {
  UNWIND above AS one
  WITH one[0] AS i, one[1] AS score, one[2] AS passage
  ORDER BY score DESC, i.id DESC SKIP $offset LIMIT $limit
  WITH i, score, passage, i {.id, .title, .body, .status, .source, .sourceUrl, .createdAt, .updatedAt} AS m
  RETURN collect({score: score, passage: passage.text, idea: [m.id, m.title, m.body, m.status, m.source, m.sourceUrl, m.createdAt,
    m.updatedAt, EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })]}) AS page
}
RETURN head(active) AS active, isPending, seen, passages[-1][1] AS last, page,
  CASE WHEN size(page) < $limit THEN [one IN found | [one[0].id, one[1], one[2].position]] ELSE [] END AS ideas
