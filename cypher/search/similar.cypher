// Active ideas of a user that hold some of the words of another, best first, as far as the window reaches: however many hold
// them, no more are read. Archived ones are in the index, too, and may take a part of the window.
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
UNWIND $any AS words
CALL db.index.fulltext.queryNodes('idea_stems', words, {limit: $window}) YIELD node AS i, score
WITH i, sum(score) AS relevance
WHERE relevance > 0 AND i.userId = $userId AND i.archived = false AND i.id <> $id
RETURN i.id AS id
ORDER BY relevance DESC, id DESC
LIMIT $limit
