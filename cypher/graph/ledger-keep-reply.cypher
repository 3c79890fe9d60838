// Under the ledger's lock, in the transaction of the write itself: what it answered. One that is older than a day makes
// room for the new one.
MERGE (a:Reply {key: $key})
SET a.userId = $userId, a.fingerprint = $fingerprint, a.result = $result, a.createdAt = $now
RETURN a.key AS key
