// First statement of a consistent read: setting the existing label takes the write lock without writing. Without the lock a
// reader may see a new revision with old nodes, because commits become visible piecemeal.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
RETURN l.revision AS revision, l.epoch AS epoch
