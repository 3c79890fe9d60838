// Replies expire after 24 hours.
MATCH (a:Reply)
WHERE a.createdAt < $before
WITH a LIMIT 10000
DELETE a
RETURN count(*) AS swept
