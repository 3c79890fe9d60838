// First statement of a transaction of several messages. The SET takes the ledger's write lock, which serialises the writers
// of one user, and increments the revision, on which the map's ETag is based. Setting the existing label first takes all
// locks that a later SET in the same transaction needs; without it such writers deadlock. An existing receipt means that an
// earlier attempt of the same write was committed although its response was lost; a reply, that a request with the same
// Idempotency-Key was answered within 24 hours.
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
