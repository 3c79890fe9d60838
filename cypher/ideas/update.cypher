// Under the ledger's lock, with every field as it shall be. An edit in the millisecond of the last one still counts on.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false
SET i.title = $title, i.titleKey = $titleKey, i.body = $body, i.contentHash = $contentHash,
    i.status = $status, i.sourceUrl = $sourceUrl,
    i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
RETURN i.id AS id
