RETURN
  COUNT { MATCH (o:Outbox) WHERE o.stage IN ['indexing', 'enrichment'] AND o.priority >= 1 AND o.dueAt >= 0 } AS pending,
  COUNT { MATCH (o:Outbox) WHERE o.failedAt > 0 } AS failed
