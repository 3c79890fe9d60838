// Under the ledger's lock. Of concurrent starts of the same import the first one wins; a resumed one holds the latest
// Idempotency-Key. `isKeyTaken`: another import was started with the same key within 24 hours.
OPTIONAL MATCH (other:Import {userId: $userId})
WHERE other.replyKey = $replyKey AND other.key <> $key AND other.startedAt > $now - 86400000
WITH count(other) > 0 AS isKeyTaken
MERGE (m:Import {key: $key})
ON CREATE SET
  m.userId = $userId, m.fingerprint = $fingerprint, m.replyKey = $replyKey, m.room = $room, m.startedAt = $startedAt,
  m.revision = $revision, m.firstIdea = $firstIdea, m.firstLink = $firstLink, m.firstRelation = $firstRelation,
  m.firstDuplicate = $firstDuplicate, m.cursor = 0, m.tags = 0
ON MATCH SET m.replyKey = coalesce($replyKey, m.replyKey)
RETURN isKeyTaken, m {.fingerprint, .room, .startedAt, .revision, .firstIdea, .firstLink, .firstRelation, .firstDuplicate,
  .cursor, .tags, .refused, .report} AS import
