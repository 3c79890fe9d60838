// A job whose process ends in the middle of it: another one may take it at once.
MATCH (o:Outbox {ideaId: $ideaId})
WHERE o.version = $version AND o.stage = $stage AND o.dueAt > $now
SET o.dueAt = $now
RETURN o.ideaId AS id
