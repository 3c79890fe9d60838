// Under the ledger's lock. createdAt is the later of now and one millisecond after the user's last idea.
MATCH (l:Ledger {userId: $userId})
SET l.ideaCount = l.ideaCount + 1,
    l.lastCreatedAt = CASE WHEN $now > l.lastCreatedAt THEN $now ELSE l.lastCreatedAt + 1 END
CREATE (i:Idea {
  id: $id, userId: $userId, title: $title, titleKey: $titleKey, body: $body, contentHash: $contentHash,
  status: $status, source: $source, sourceUrl: $sourceUrl, archived: false,
  createdAt: l.lastCreatedAt, updatedAt: l.lastCreatedAt
})
RETURN i.id AS id
