// Rows for the queue, each with the number of this attempt; they are due again when nothing came of it. The label, which
// is there, takes the lock, so that of two processes one claims a row.
UNWIND $ideaIds AS ideaId
MATCH (o:Outbox {ideaId: ideaId})
SET o:Outbox
WITH o
WHERE o.stage = $stage AND o.dueAt <= $now
SET o.attempt = o.attempt + 1, o.dueAt = $until
RETURN o {.ideaId, .version, .attempt, .rank} AS row
