// A job that is given up until an operator says otherwise: no time to be due at.
MATCH (o:Outbox {ideaId: $ideaId})
WHERE o.version = $version
SET o.error = $error, o.failedAt = $now, o.dueAt = null
RETURN o.ideaId AS id
