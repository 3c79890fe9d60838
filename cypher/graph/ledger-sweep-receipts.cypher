// Receipts matter only while a lost write may still be repeated.
MATCH (r:Receipt)
WHERE r.createdAt < $before
WITH r LIMIT 10000
DELETE r
RETURN count(*) AS swept
