// Rows that the queue still holds.
UNWIND $ideaIds AS ideaId
MATCH (o:Outbox {ideaId: ideaId})
WHERE o.dueAt <= $now
SET o.dueAt = $until
RETURN count(*) AS extended
