// Under the ledger's lock, with every field as it shall be. An edit in the millisecond of the last one still counts on.
// Another title or body is to be looked at again; a job that is under way for the old one writes nothing any more.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false
WITH i, i.title <> $title OR i.body <> $body AS isRewritten
SET i.title = $title, i.titleKey = $titleKey, i.body = $body, i.contentHash = $contentHash,
    i.status = $status, i.sourceUrl = $sourceUrl,
    i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
FOREACH (_ IN CASE WHEN isRewritten THEN [1] ELSE [] END |
  MERGE (o:Outbox {ideaId: i.id})
  SET o.userId = $userId, o.version = i.updatedAt, o.stage = 'indexing', o.rank = 1, o.background = false,
    o.createdAt = $now, o.dueAt = 0, o.attempt = 0, o.error = null, o.failedAt = null
  MERGE (o)-[:ABOUT]->(i)
)
RETURN i.id AS id
