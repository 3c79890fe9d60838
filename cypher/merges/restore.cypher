// Under the ledger's lock, before everything else of an unmerge: the absorbed idea is active again, and new to the search.
// Its updatedAt rises, so that work from before the merge writes nothing. A pair of the two that was resolved by the merge is
// left to the comparison, like the others of the absorbed idea.
MATCH (a:Idea {id: $absorbedId})-[m:MERGED_INTO]->(s:Idea {id: $survivorId})
WHERE a.userId = $userId
MATCH (l:Ledger {userId: $userId})
SET a.archived = false, l.ideaCount = l.ideaCount + 1,
    a.updatedAt = CASE WHEN $now > a.updatedAt THEN $now ELSE a.updatedAt + 1 END
DELETE m
WITH a, COLLECT {
  MATCH (a)<-[:FLAGS|DUPLICATE_OF]-(p:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(s)
  WHERE p.status = 'merged'
  RETURN p
} AS pairs
FOREACH (p IN pairs | SET p.status = 'withdrawn')
MERGE (o:Outbox {ideaId: a.id})
SET o.userId = $userId, o.version = a.updatedAt, o.stage = 'indexing', o.rank = 1, o.background = false,
  o.createdAt = $now, o.dueAt = 0, o.attempt = 0, o.error = null, o.failedAt = null
MERGE (o)-[:ABOUT]->(a)
RETURN a.id AS id
