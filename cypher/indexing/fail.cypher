// A job that is given up until an operator says otherwise: no time to be due at. The label, which is there, takes the
// lock: it may just be written anew.
MATCH (o:Outbox {ideaId: $ideaId})
SET o:Outbox
WITH o
WHERE o.version = $version AND o.stage = $stage
SET o.error = $error, o.failedAt = $now, o.dueAt = null
RETURN o.ideaId AS id
