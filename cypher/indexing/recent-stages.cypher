// The stages of a user's recent writes; in the first they cannot be found by meaning yet.
MATCH (o:Outbox)
WHERE o.userId = $userId AND o.dueAt >= $since AND o.priority < 3
RETURN DISTINCT o.stage AS stage
