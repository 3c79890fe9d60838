// Under the ledger's lock: sets all fields. updatedAt always increases, even within one millisecond. A new title or body is
// processed again; a running job for the old version no longer writes anything.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false
WITH i, i.title <> $title OR i.body <> $body AS isRewritten
SET i.title = $title, i.titleKey = $titleKey, i.body = $body, i.contentHash = $contentHash,
    i.status = $status, i.sourceUrl = $sourceUrl,
    i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
FOREACH (_ IN CASE WHEN isRewritten THEN [1] ELSE [] END |
  MERGE (o:Outbox {ideaId: i.id})
  SET o.userId = $userId, o.version = i.updatedAt, o.stage = 'indexing', o.priority = 1,
    o.dueAt = $now, o.retry = 0, o.error = null, o.attempts = null, o.failedAt = null
  MERGE (o)-[:ABOUT]->(i)
)
RETURN i.id AS id
