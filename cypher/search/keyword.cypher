// Active ideas that contain any of the words, best first; each Lucene query contains the owner and a share of the words. A
// query of only stop words matches all ideas of the owner with the score 0.
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL () {
  UNWIND $any AS words
  CALL db.index.fulltext.queryNodes($index, words) YIELD node, score
  RETURN node AS i, score, 0 AS held
  UNION ALL
  UNWIND $all AS words
  CALL db.index.fulltext.queryNodes($index, words) YIELD node
  RETURN node AS i, 0.0 AS score, 1 AS held
}
WITH i, sum(score) AS relevance, sum(held) AS held
WHERE relevance > 0 AND i.userId = $userId AND i.archived = false
  AND ($status IS NULL OR i.status = $status)
  AND COUNT { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys } = size($tagKeys)
WITH i.id AS id, CASE WHEN held = size($all) THEN 0.5 ELSE 0.0 END + 0.5 * relevance / (relevance + 10) AS score
ORDER BY score DESC, id DESC SKIP $offset LIMIT $limit
RETURN id, score
