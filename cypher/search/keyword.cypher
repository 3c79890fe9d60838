// Active ideas that contain any of the words, best first. The index only tells which ideas contain a word: its own scores and
// limits depend on the ideas of all users. The score is BM25 (k1 1.2, b 0.75) over the user's own ideas, with a word counted once
// in the title and once in the body, whose usual length is 1,000 characters. Waits for the index only after recent writes.
CALL () {
  MATCH (o:Outbox)
  WHERE o.userId = $userId AND o.dueAt >= $since AND o.priority < 3
  WITH o LIMIT 1
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  RETURN count(*) AS waits
}
OPTIONAL MATCH (l:Ledger {userId: $userId})
WITH coalesce(l.ideaCount, 0) AS ideas
UNWIND range(0, size($words) - 1) AS at
CALL (at) {
  CALL db.index.fulltext.queryNodes($index, $words[at].title) YIELD node, score
  WHERE score > 0
  RETURN collect(node) AS titles
}
CALL (at) {
  CALL db.index.fulltext.queryNodes($index, $words[at].body) YIELD node, score
  WHERE score > 0
  RETURN collect(node) AS bodies
}
WITH ideas, at, titles, bodies, CASE WHEN size(titles) > size(bodies) THEN size(titles) ELSE size(bodies) END AS held
WITH at, titles, bodies, log(1 + (CASE WHEN ideas > held THEN ideas - held ELSE 0 END + 0.5) / (held + 0.5)) AS rarity
CALL (titles, bodies) {
  UNWIND titles AS i RETURN i, 1 AS inTitle
  UNION ALL
  UNWIND bodies AS i RETURN i, 0 AS inTitle
}
WITH i, count(DISTINCT at) AS held, sum(rarity * inTitle) AS title, sum(rarity * (1 - inTitle)) AS body
WHERE i.userId = $userId AND i.archived = false AND ($status IS NULL OR i.status = $status)
  AND COUNT { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys } = size($tagKeys)
WITH i.id AS id, held, title / (1 + 1.2) + body / (1 + 1.2 * (0.25 + 0.75 * size(i.body) / 1000)) AS relevance
WITH id, CASE WHEN held = size($words) THEN 0.5 ELSE 0.0 END + 0.5 * relevance / (relevance + 10) AS score
ORDER BY score DESC, id DESC SKIP $offset LIMIT $limit
RETURN id, score
