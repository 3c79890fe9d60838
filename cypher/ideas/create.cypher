// Under the ledger's lock. createdAt is the later of now and one millisecond after the user's last idea. The background job is
// added to the outbox in the same transaction, with high priority. awaitsTags: the idea was created without tags, and its tags
// have not been edited yet.
MATCH (l:Ledger {userId: $userId})
SET l.ideaCount = l.ideaCount + 1,
    l.lastCreatedAt = CASE WHEN $now > l.lastCreatedAt THEN $now ELSE l.lastCreatedAt + 1 END
CREATE (i:Idea {
  id: $id, userId: $userId, title: $title, titleKey: $titleKey, body: $body, contentHash: $contentHash,
  status: $status, source: $source, sourceUrl: $sourceUrl, archived: false,
  awaitsTags: CASE WHEN $awaitsTags THEN true END,
  createdAt: l.lastCreatedAt, updatedAt: l.lastCreatedAt
})
CREATE (i)<-[:ABOUT]-(:Outbox {
  ideaId: i.id, userId: $userId, version: i.updatedAt, stage: 'indexing', priority: 1, dueAt: $now, retry: 0
})
RETURN i.id AS id
