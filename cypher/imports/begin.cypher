// Under the ledger's lock. Of two beginnings of the same import the first one counts for both.
MERGE (m:Import {key: $key})
ON CREATE SET
  m.userId = $userId, m.fingerprint = $fingerprint, m.room = $room, m.startedAt = $startedAt,
  m.firstIdea = $firstIdea, m.firstLink = $firstLink, m.firstRelation = $firstRelation,
  m.firstDuplicate = $firstDuplicate, m.cursor = 0, m.tags = 0
RETURN m {.fingerprint, .room, .startedAt, .firstIdea, .firstLink, .firstRelation, .firstDuplicate, .cursor, .tags,
  .report} AS import
