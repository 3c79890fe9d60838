// Creates an idea with its tags and its job in the outbox, with high priority, unless something speaks against it, and tells
// otherwise what does: `isCapped`, an equal idea, or tags beyond the account's limit. A transaction of its own, which takes
// the ledger's lock first (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try it writes
// nothing and returns the same row. Within a transaction that has the lock, $requestId is null. createdAt is the later of
// now and one millisecond after the user's last idea. awaitsTags: the idea was created without tags, and its tags have not
// been edited yet.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL CALL () {
  MATCH (e:Idea)
  WHERE e.userId = $userId AND e.contentHash = $uniqueHash AND e.archived = false
  RETURN e.id AS equal ORDER BY e.createdAt LIMIT 1
}
CALL () {
  UNWIND $tags AS tag
  OPTIONAL MATCH (t:Tag {userId: $userId, nameKey: tag.nameKey})
  RETURN count(tag) - count(t) AS missing
}
CALL (missing) {
  // Part of the seek, so that nothing is counted when no tag is missing.
  MATCH (t:Tag)
  WHERE t.userId = CASE WHEN missing > 0 THEN $userId END AND t.nameKey > ''
  WITH t LIMIT $mostTags
  RETURN count(t) AS existing
}
WITH l, equal, receipt IS NOT NULL AS repeated, l.ideaCount >= coalesce($mostIdeas, l.ideaCount + 1) AS isCapped,
  missing > 0 AND existing + missing > $mostTags AS hasTooManyTags
WITH *, NOT repeated AND equal IS NULL AND NOT isCapped AND NOT hasTooManyTags AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
WITH *
CALL (l, allowed) {
  WITH l WHERE allowed
  SET l.ideaCount = l.ideaCount + 1, l.writtenAt = datetime.realtime().epochMillis,
      l.lastCreatedAt = CASE WHEN $now > l.lastCreatedAt THEN $now ELSE l.lastCreatedAt + 1 END
  CREATE (i:Idea:$($status) {
    id: $id, userId: $userId, title: $title, titleKey: $titleKey, body: $body, bodyLength: size($body), wordForms: $wordForms,
    contentHash: $contentHash, status: $status, source: $source, sourceUrl: $sourceUrl, archived: false,
    awaitsTags: CASE WHEN size($tags) = 0 THEN true END,
    createdAt: l.lastCreatedAt, updatedAt: l.lastCreatedAt
  })
  CREATE (i)<-[:ABOUT]-(:Outbox {
    ideaId: i.id, userId: $userId, version: i.updatedAt, stage: 'indexing', priority: 1, dueAt: $now, retry: 0
  })
  WITH i
  UNWIND $tags AS tag
  MERGE (t:Tag {userId: $userId, nameKey: tag.nameKey})
  ON CREATE SET t.id = tag.id, t.name = tag.name, t.createdAt = $now
  CREATE (i)-[:TAGGED {position: tag.position}]->(t)
}
WITH *
OPTIONAL MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND (allowed OR repeated)
RETURN equal, isCapped, hasTooManyTags,
  CASE WHEN i IS NOT NULL THEN [i.id, i.title, i.body, i.status, i.source, i.sourceUrl, i.createdAt, i.updatedAt, true,
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position }, null
  ] END AS idea
