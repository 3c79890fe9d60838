// Whether something that a user wrote since a moment cannot be found by its meaning yet.
MATCH (o:Outbox)
WHERE o.userId = $userId AND o.createdAt >= $since AND NOT o.background AND o.failedAt IS NULL AND o.stage = 'indexing'
WITH o LIMIT 1
RETURN count(*) AS pending
