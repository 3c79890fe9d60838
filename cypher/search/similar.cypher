// Active ideas that contain words of another idea, best first. At most $window ideas are read, which may include archived ones.
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
UNWIND $any AS words
CALL db.index.fulltext.queryNodes('idea_stems', words, {limit: $window}) YIELD node AS i, score
WITH i, sum(score) AS relevance
WHERE relevance > 0 AND i.userId = $userId AND i.archived = false AND i.id <> $id
RETURN i.id AS id
ORDER BY relevance DESC, id DESC
LIMIT $limit
