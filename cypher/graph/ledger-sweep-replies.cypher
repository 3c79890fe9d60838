// Replies are kept for a day.
MATCH (a:Reply)
WHERE a.createdAt < $before
WITH a LIMIT 10000
DELETE a
RETURN count(*) AS swept
