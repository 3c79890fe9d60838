// Under the ledger's lock, in the transaction of a batch: advances the cursor, so that the batch is not written again.
MATCH (m:Import {key: $key})
MATCH (l:Ledger {userId: $userId})
SET m.cursor = $cursor, m.tags = m.tags + $tags, m.refused = $refused,
    l.ideaCount = l.ideaCount + $activeIdeas, l.lastCreatedAt = $lastCreatedAt,
    l.writtenAt = datetime.realtime().epochMillis
RETURN m.cursor AS cursor
