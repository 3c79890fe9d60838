// Under the ledger's lock, in the transaction of a batch: what it made is counted, and it is never made again.
MATCH (m:Import {key: $key})
MATCH (l:Ledger {userId: $userId})
SET m.cursor = $cursor, m.tags = m.tags + $tags,
    l.ideaCount = l.ideaCount + $activeIdeas, l.lastCreatedAt = $lastCreatedAt
RETURN m.cursor AS cursor
