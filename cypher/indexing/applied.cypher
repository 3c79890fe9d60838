// Waits until the passages of a user's recent writes are in the vector index: the new stage becomes visible to other
// transactions earlier, but the writer keeps its locks until then. Setting the existing label acquires them.
MATCH (o:Outbox)
WHERE o.userId = $userId AND o.dueAt >= $since AND o.priority < 3 AND o.stage = 'enrichment'
WITH o ORDER BY o.ideaId
SET o:Outbox
RETURN count(*) AS rows
