// All failed jobs, or those of the ideas that are named.
MATCH (o:Outbox)
WHERE o.failedAt > 0 AND ($ideaIds IS NULL OR o.ideaId IN $ideaIds)
WITH o LIMIT $limit
SET o.error = null, o.failedAt = null, o.dueAt = 0
RETURN count(*) AS retried
