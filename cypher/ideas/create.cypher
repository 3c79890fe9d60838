// Under the ledger's lock. createdAt is the later of now and one millisecond after the user's last idea. What is still to
// be done for the idea stands in the outbox from the same moment on, ahead of what nobody waits for. awaitsTags: it was
// created without tags, and nobody has said anything about its tags yet.
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
  ideaId: i.id, userId: $userId, version: i.updatedAt, stage: 'indexing', rank: 1, background: false, createdAt: $now, dueAt: 0,
  attempt: 0
})
RETURN i.id AS id
