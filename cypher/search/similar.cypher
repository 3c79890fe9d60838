// Active ideas that share rare words with another, those with the most and the rarest first. Words that more than $window ideas
// hold are left out, so that neither cost nor result depends on the scores of the index, which count the ideas of all users.
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
UNWIND $words AS word
CALL (word) {
  CALL db.index.fulltext.queryNodes('idea_terms', word, {limit: $window + 1}) YIELD node, score
  WHERE score > 0
  RETURN collect(node) AS holders
}
WITH holders
WHERE size(holders) <= $window
UNWIND holders AS i
WITH i, sum(log(1.0 + toFloat($window) / size(holders))) AS relevance
WHERE i.userId = $userId AND i.archived = false AND i.id <> $id
RETURN i.id AS id
ORDER BY relevance DESC, id DESC
LIMIT $limit
