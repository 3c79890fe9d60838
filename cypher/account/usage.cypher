MATCH (l:Ledger {userId: $userId})
RETURN l.ideaCount AS ideas
