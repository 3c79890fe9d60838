// Whether something that a user wrote since a moment is still to be done.
MATCH (o:Outbox)
WHERE o.userId = $userId AND o.createdAt >= $since AND NOT o.background AND o.failedAt IS NULL
WITH o LIMIT 1
RETURN count(*) AS pending
