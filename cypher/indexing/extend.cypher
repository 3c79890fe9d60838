// Rows that the queue still holds.
UNWIND $ideaIds AS ideaId
MATCH (o:Outbox {ideaId: ideaId})
SET o:Outbox
WITH o
WHERE o.stage = $stage AND o.dueAt <= $now
SET o.dueAt = $until
RETURN count(*) AS extended
