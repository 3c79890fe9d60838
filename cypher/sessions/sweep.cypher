MATCH (s:Session)
WHERE s.expiresAt <= $before
WITH s LIMIT 10000
DELETE s
RETURN count(*) AS swept
