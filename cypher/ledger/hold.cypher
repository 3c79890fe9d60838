// First statement of a read that must see one state: setting a label that is there takes the write lock and writes
// nothing. Without it a reader may see a new revision with old nodes, since commits become visible piecemeal.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
RETURN l.revision AS revision, l.epoch AS epoch
