// Retries given-up jobs: all, or those of the given ideas. `retry` is part of a job's id.
MATCH (o:Outbox)
WHERE o.failedAt > 0 AND ($ideaIds IS NULL OR o.ideaId IN $ideaIds)
WITH o LIMIT $limit
SET o.retry = o.retry + 1, o.dueAt = $now, o.error = null, o.attempts = null, o.failedAt = null
RETURN count(*) AS retried
