// Under the ledger's lock, in the transaction of the write: stores its response. It replaces an expired one.
MERGE (a:Reply {key: $key})
SET a.userId = $userId, a.fingerprint = $fingerprint, a.result = $result, a.createdAt = $now
RETURN a.key AS key
