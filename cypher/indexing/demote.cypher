// Gives the jobs of user requests beyond a user's oldest ones the priority of imports, so that one user's many do not delay those
// of others. In the lock order of all statements that lock several jobs: ascending id.
MATCH (o:Outbox)
WHERE o.stage = $stage AND o.priority = 1 AND o.dueAt >= 0
WITH o ORDER BY o.stage, o.priority, o.dueAt
WITH o.userId AS userId, collect(o) AS jobs
WHERE size(jobs) > $urgent
UNWIND jobs[$urgent..] AS o
WITH o ORDER BY o.ideaId LIMIT $limit
SET o.priority = 2
RETURN count(o) AS demoted
