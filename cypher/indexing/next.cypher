// The next jobs of a stage, in index order.
MATCH (o:Outbox)
WHERE o.stage = $stage AND o.priority >= 1 AND o.dueAt >= 0
RETURN o {.ideaId, .version, .retry, .priority} AS row
ORDER BY o.stage, o.priority, o.dueAt
LIMIT $limit
