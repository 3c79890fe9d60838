// Under the ledger's lock, first step of an unmerge: reactivates the absorbed idea and queues it for indexing. Its updatedAt
// increases, so that jobs from before the merge write nothing. A pair of the two ideas that the merge resolved is compared
// again, like other pairs of the absorbed idea.
MATCH (a:Idea {id: $absorbedId})-[m:MERGED_INTO]->(s:Idea {id: $survivorId})
WHERE a.userId = $userId
MATCH (l:Ledger {userId: $userId})
SET l.relatedAt = l.revision, a.archived = false, l.ideaCount = l.ideaCount + 1,
    a.updatedAt = CASE WHEN $now > a.updatedAt THEN $now ELSE a.updatedAt + 1 END
DELETE m
WITH a, COLLECT {
  MATCH (a)<-[:FLAGS|DUPLICATE_OF]-(p:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(s)
  WHERE p.status = 'merged'
  RETURN p
} AS pairs
FOREACH (p IN pairs | SET p.status = 'withdrawn')
MERGE (o:Outbox {ideaId: a.id})
SET o.userId = $userId, o.version = a.updatedAt, o.stage = 'indexing', o.priority = 1,
  o.dueAt = $now, o.retry = 0, o.error = null, o.attempts = null, o.failedAt = null
MERGE (o)-[:ABOUT]->(a)
RETURN a.id AS id
