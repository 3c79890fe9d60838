MATCH (o:Outbox)
WHERE o.failedAt > 0
RETURN o {.ideaId, .userId, .error, .failedAt, .attempts} AS job
ORDER BY o.failedAt DESC
LIMIT $limit
