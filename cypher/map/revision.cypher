MATCH (l:Ledger {userId: $userId})
RETURN l.revision AS revision, l.epoch AS epoch
