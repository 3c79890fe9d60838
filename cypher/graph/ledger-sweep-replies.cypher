// Replies expire after 24 hours. Locks one and finds it again before it judges: its key may just have been used anew, and Neo4j
// would take a.createdAt from its cache.
MATCH (a:Reply)
WHERE a.createdAt < $before
WITH a LIMIT 10000
SET a:Reply
WITH a.key AS key
MATCH (b:Reply {key: key})
WHERE b.createdAt < $before
DELETE b
RETURN count(*) AS swept
