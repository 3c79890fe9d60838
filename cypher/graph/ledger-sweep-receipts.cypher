// Receipts are needed only while a lost write may be retried.
MATCH (r:Receipt)
WHERE r.createdAt < $before
WITH r LIMIT 10000
DELETE r
RETURN count(*) AS swept
