// Forgets files that are deleted.
MATCH (o:OrphanFile)
WHERE o.key IN $keys
DELETE o
RETURN count(*) AS count
