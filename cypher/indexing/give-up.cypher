// No more attempts until the operator or housekeeping retries. Setting the existing label locks the row against a concurrent update.
MATCH (o:Outbox {ideaId: $ideaId})
SET o:Outbox
WITH o
WHERE o.version = $version AND o.stage = $stage
SET o.error = $error, o.attempts = $attempts, o.failedAt = $now, o.dueAt = null
RETURN o.ideaId AS id
