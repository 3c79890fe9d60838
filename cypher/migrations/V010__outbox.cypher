// The outbox says what is to be done and what was given up; tries, waits and locks are the queue's. Claimed rows are due again.
MATCH (o:Outbox)
WHERE o.ideaId > 0 AND o.priority IS NULL
CALL (o) {
  SET o.priority = coalesce(o.rank, 2), o.retry = 0,
    o.attempts = CASE WHEN o.failedAt IS NOT NULL THEN o.attempt END,
    o.dueAt = CASE WHEN o.failedAt IS NULL THEN coalesce(o.createdAt, 0) END
  REMOVE o.rank, o.background, o.attempt, o.createdAt
} IN TRANSACTIONS OF 10000 ROWS;
CREATE INDEX outbox_next IF NOT EXISTS FOR (n:Outbox) ON (n.stage, n.priority, n.dueAt);
CREATE INDEX outbox_user_due IF NOT EXISTS FOR (n:Outbox) ON (n.userId, n.dueAt);
DROP INDEX outbox_stage_due IF EXISTS;
DROP INDEX outbox_user IF EXISTS;
