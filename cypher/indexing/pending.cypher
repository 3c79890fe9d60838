// Whether something that a user wrote lately is still to be done.
MATCH (o:Outbox)
WHERE o.userId = $userId AND o.createdAt >= $since AND NOT o.background AND o.failedAt IS NULL
RETURN count(*) AS pending
