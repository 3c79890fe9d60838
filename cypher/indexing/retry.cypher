// Retries given-up jobs: all, or those of the given ideas. With $firstWaitMs only those that were retried fewer than $most times
// and have waited for so long, four times as long after each retry. `retry` is part of a job's id. Setting the existing label locks
// the row, which is found anew then: another process may have retried it meanwhile.
MATCH (o:Outbox)
WHERE o.failedAt > 0 AND ($ideaIds IS NULL OR o.ideaId IN $ideaIds)
  AND ($firstWaitMs IS NULL OR o.retry < $most AND o.failedAt <= $now - $firstWaitMs * 4 ^ o.retry)
WITH o LIMIT $limit
WITH o ORDER BY o.ideaId
SET o:Outbox
WITH o.ideaId AS ideaId
MATCH (o:Outbox {ideaId: ideaId})
WHERE o.failedAt > 0
SET o.retry = o.retry + 1, o.dueAt = $now, o.error = null, o.attempts = null, o.failedAt = null
RETURN count(*) AS retried
