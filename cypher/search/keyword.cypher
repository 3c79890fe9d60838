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
UNWIND $words AS word
CALL (word) {
  CALL db.index.fulltext.queryNodes($index, word.title) YIELD node, score
  WHERE score > 0
  RETURN node AS i, 1 AS inTitle, 0 AS inBody
  UNION ALL
  CALL db.index.fulltext.queryNodes($index, word.body) YIELD node, score
  WHERE score > 0
  RETURN node AS i, 0 AS inTitle, 1 AS inBody
}
WITH ideas, word, i, sum(inTitle) AS inTitle, sum(inBody) AS inBody
WHERE i.userId = $userId AND i.archived = false
WITH ideas, word, collect({i: i, inTitle: inTitle, inBody: inBody}) AS holders
WITH holders, size(holders) AS held, CASE WHEN ideas > size(holders) THEN ideas ELSE size(holders) END AS ideas
WITH holders, log(1 + (ideas - held + 0.5) / (held + 0.5)) AS rarity
UNWIND holders AS holder
WITH holder.i AS i, sum(rarity * holder.inTitle) AS title, sum(rarity * holder.inBody) AS body, count(*) AS held
WHERE ($status IS NULL OR i.status = $status)
  AND COUNT { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys } = size($tagKeys)
WITH i.id AS id, held, title / (1 + 1.2) + body / (1 + 1.2 * (0.25 + 0.75 * size(i.body) / 1000)) AS relevance
WITH id, CASE WHEN held = size($words) THEN 0.5 ELSE 0.0 END + 0.5 * relevance / (relevance + 10) AS score
ORDER BY score DESC, id DESC SKIP $offset LIMIT $limit
RETURN id, score
