// Sets the given fields of an idea, unless its title or body has changed since the caller read it ($was; null: whatever they are),
// and its tags: to $tags, which with $keepsTags are added to those that it has (null: leaves them). Returns the idea in detail as
// get.cypher does, or what speaks against it. A transaction of its own, which takes the ledger's lock first
// (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try it writes nothing and returns the same
// row. Within a transaction that has the lock, $requestId is null. updatedAt always increases, even within one millisecond.
// A new title or body is processed again; a running job for the old version no longer writes anything. An idea whose tags
// were written no longer awaits automatic tags, and a tag that is named is no longer automatic.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false
CALL (i) {
  UNWIND $tags AS tag
  OPTIONAL MATCH (t:Tag {userId: $userId, nameKey: tag.nameKey})
  OPTIONAL MATCH (i)-[x:TAGGED]->(t)
  RETURN count(tag) - count(t) AS missing, count(tag) - count(x) AS added
}
CALL (missing) {
  // Part of the seek, so that nothing is counted when no tag is missing.
  MATCH (t:Tag)
  WHERE t.userId = CASE WHEN missing > 0 THEN $userId END AND t.nameKey > ''
  WITH t LIMIT $mostTags
  RETURN count(t) AS existing
}
WITH l, i, receipt IS NOT NULL AS repeated,
  coalesce(i.title <> $fields.title, false) OR coalesce(i.body <> $fields.body, false) AS isRewritten, CASE
    WHEN receipt IS NOT NULL THEN null
    WHEN i.title <> $was.title OR i.body <> $was.body THEN 'stale'
    WHEN $tags IS NOT NULL AND $keepsTags AND COUNT { (i)-[:TAGGED]->() } + added > $mostOfIdea THEN 'full'
    WHEN i IS NOT NULL AND missing > 0 AND existing + missing > $mostTags THEN 'tags_too_many'
  END AS refusal
WITH *, i IS NOT NULL AND NOT repeated AND refusal IS NULL AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END |
  SET i += $fields, i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
)
FOREACH (status IN CASE WHEN allowed AND $fields.status IS NOT NULL THEN [$fields.status] ELSE [] END |
  REMOVE i:captured:exploring:building:shipped:shelved
  SET i:$(status)
)
FOREACH (_ IN CASE WHEN allowed AND isRewritten THEN [1] ELSE [] END |
  SET i.bodyLength = size(i.body)
  SET l.writtenAt = datetime.realtime().epochMillis
  MERGE (o:Outbox {ideaId: i.id})
  SET o.userId = $userId, o.version = i.updatedAt, o.stage = 'indexing', o.priority = 1,
    o.dueAt = $now, o.retry = 0, o.error = null, o.attempts = null, o.failedAt = null
  MERGE (o)-[:ABOUT]->(i)
)
WITH *
CALL (i, allowed) {
  WITH i WHERE allowed AND $tags IS NOT NULL
  SET i.awaitsTags = null
  WITH i, COLLECT {
    MATCH (i)-[x:TAGGED]->(t:Tag)
    WHERE $keepsTags OR NOT t.nameKey IN [tag IN $tags | tag.nameKey]
    RETURN x
  } AS others
  FOREACH (x IN CASE WHEN $keepsTags THEN [] ELSE others END | DELETE x)
  WITH i, CASE WHEN $keepsTags THEN reduce(last = -1, x IN others |
    CASE WHEN x.position > last THEN x.position ELSE last END) ELSE -1 END + 1 AS first
  UNWIND $tags AS tag
  MERGE (t:Tag {userId: $userId, nameKey: tag.nameKey})
  ON CREATE SET t.id = tag.id, t.name = tag.name, t.createdAt = $now
  MERGE (i)-[x:TAGGED]->(t)
  ON CREATE SET x.position = first + tag.position
  ON MATCH SET x.auto = null, x.position = CASE WHEN $keepsTags THEN x.position ELSE tag.position END
}
WITH i, refusal, COLLECT {
  MATCH (i)-[:HAS_LINK]->(k:Link)
  RETURN [k.id, k.url, k.title, k.linkType, k.createdAt,
    CASE WHEN k.attachmentId IS NOT NULL THEN k {.attachmentId, .bytes, .mediaType} END] ORDER BY k.createdAt, k.id
} AS links, COLLECT {
  MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
  WITH r, r {.id, .note, .createdAt, .score} AS m ORDER BY m.createdAt, m.id
  RETURN [m.id, startNode(r).id, endNode(r).id, type(r), m.note, m.createdAt, m.score]
} AS relations
UNWIND [0] + range(10, CASE WHEN size(links) > size(relations) THEN size(links) ELSE size(relations) END - 1, 10) AS from
RETURN refusal,
  CASE WHEN from = 0 AND i IS NOT NULL THEN [i.id, i.title, i.body, i.status, i.source, i.sourceUrl, i.createdAt, i.updatedAt,
    EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })
  ] END AS idea, links[from..from + 10] AS links, relations[from..from + 10] AS relations
ORDER BY from
