// Sets all fields of an idea, unless it has changed since from what the caller read ($was; null: whatever it is), and
// returns it in detail as get.cypher does. A transaction of its own, which takes the ledger's lock first
// (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an earlier try it writes nothing and returns the same
// row. Within a transaction that has the lock, $requestId is null. updatedAt always increases, even within one millisecond.
// A new title or body is processed again; a running job for the old version no longer writes anything.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $patienceMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false
WITH l, i, receipt IS NOT NULL AS repeated, i.title <> $title OR i.body <> $body AS isRewritten,
  $was IS NOT NULL AND (i.title <> $was.title OR i.body <> $was.body OR i.status <> $was.status
    OR coalesce(i.sourceUrl, '') <> coalesce($was.sourceUrl, '')) AS hasChanged
WITH *, i IS NOT NULL AND NOT repeated AND NOT coalesce(hasChanged, false) AS allowed
FOREACH (_ IN CASE WHEN allowed AND $requestId IS NOT NULL THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN allowed THEN [1] ELSE [] END |
  SET i.title = $title, i.titleKey = $titleKey, i.body = $body, i.bodyLength = size($body), i.wordForms = $wordForms,
      i.contentHash = $contentHash, i.status = $status, i.sourceUrl = $sourceUrl,
      i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
)
FOREACH (_ IN CASE WHEN allowed AND isRewritten THEN [1] ELSE [] END |
  SET l.writtenAt = datetime.realtime().epochMillis
  MERGE (o:Outbox {ideaId: i.id})
  SET o.userId = $userId, o.version = i.updatedAt, o.stage = 'indexing', o.priority = 1,
    o.dueAt = $now, o.retry = 0, o.error = null, o.attempts = null, o.failedAt = null
  MERGE (o)-[:ABOUT]->(i)
)
WITH i, hasChanged AND NOT repeated AS isStale, COLLECT {
  MATCH (i)-[:HAS_LINK]->(k:Link)
  RETURN [k.id, k.url, k.title, k.linkType, k.createdAt] ORDER BY k.createdAt, k.id
} AS links, COLLECT {
  MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
  RETURN [r.id, startNode(r).id, endNode(r).id, type(r), r.note, r.createdAt, r.score]
  ORDER BY r.createdAt, r.id
} AS relations
UNWIND range(0, CASE WHEN size(links) > size(relations) THEN size(links) ELSE size(relations) END, 10) AS from
RETURN coalesce(isStale, false) AS isStale,
  CASE WHEN from = 0 AND i IS NOT NULL THEN [i.id, i.title, i.body, i.status, i.source, i.sourceUrl, i.createdAt, i.updatedAt,
    EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })
  ] END AS idea, links[from..from + 10] AS links, relations[from..from + 10] AS relations
ORDER BY from
