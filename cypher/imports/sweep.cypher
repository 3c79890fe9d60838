// Imports are remembered so that a repeat goes on or changes nothing.
MATCH (m:Import)
WHERE m.startedAt < $before
WITH m LIMIT 10000
DELETE m
RETURN count(*) AS swept
