// First statement of every write of a user. The SET takes the ledger's write lock, so that the writers of one user
// stand in line, and makes the revision that the map's ETag shows. The label, which is there, comes first: it takes all
// the locks that a later SET in the same transaction needs, and without it such writers deadlock. A receipt that is there
// already says that an earlier try of the same write was committed although its answer got lost; a reply, that a request
// with the same Idempotency-Key was answered within a day.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger, l.revision = l.revision + 1
WITH l
OPTIONAL MATCH (r:Receipt {requestId: $requestId})
FOREACH (_ IN CASE WHEN r IS NULL THEN [1] ELSE [] END |
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now}))
WITH l, r IS NOT NULL AS repeated
OPTIONAL MATCH (a:Reply {key: $replyKey})
WHERE a.createdAt > $now - 86400000
RETURN l.revision AS revision, l.lastCreatedAt AS lastCreatedAt, l.ideaCount AS ideaCount, repeated,
  a {.fingerprint, .result} AS reply
