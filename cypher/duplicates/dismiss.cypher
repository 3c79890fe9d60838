// Under the ledger's lock; no row when there is no such pair. What was merged stays so.
MATCH (d:DuplicatePair {id: $id})
WHERE d.userId = $userId
WITH d, d.status AS before
SET d.status = CASE before WHEN 'merged' THEN before ELSE 'dismissed' END
RETURN before AS status
