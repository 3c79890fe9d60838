// Rows of a stage whose time has come, in the order of the index: what people wait for has the time 0.
MATCH (o:Outbox)
WHERE o.stage = $stage AND o.dueAt <= $now
RETURN o {.ideaId, .version, .attempt, .rank} AS row
ORDER BY o.stage, o.dueAt
LIMIT $limit
