// Work is due by stages: what is there of old stands where it was.
MATCH (o:Outbox)
WHERE o.ideaId > 0 AND o.stage IS NULL
CALL (o) {
  SET o.stage = CASE o.indexed WHEN o.version THEN 'enrichment' ELSE 'indexing' END
  REMOVE o.indexed
} IN TRANSACTIONS OF 10000 ROWS;
CREATE INDEX outbox_stage_due IF NOT EXISTS FOR (n:Outbox) ON (n.stage, n.dueAt);
DROP INDEX outbox_due IF EXISTS;
