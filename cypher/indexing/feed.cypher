// Adds jobs for the next page of ideas without passages in the index, at the lowest priority; ideas that wait for enrichment,
// or were given up there, return to indexing, and those that were given up before there was the index are tried again. An
// empty page ends a pass over all ideas: fedInPass is then the number of jobs that the pass added, and the next pass starts.
// Whether an idea is archived is judged with its lock, because a merge may archive it meanwhile.
MATCH (x:EmbeddingIndex {slot: $slot})
WHERE x.id = $id AND x.state = $state
SET x:EmbeddingIndex
WITH x, COLLECT {
  MATCH (i:Idea)
  WHERE i.id > x.cursor
  RETURN i ORDER BY i.id LIMIT $limit
} AS page
CALL (x, page) {
  UNWIND page AS i
  WITH i
  WHERE NOT EXISTS { MATCH (i)-[:HAS_PASSAGE]->(p:Passage) WHERE $label IN labels(p) }
  SET i:Idea
  WITH i
  WHERE NOT i.archived
  MERGE (o:Outbox {ideaId: i.id})
  ON CREATE SET o.userId = i.userId, o.version = i.updatedAt, o.stage = 'indexing', o.priority = 3, o.dueAt = $now, o.retry = 0
  MERGE (o)-[:ABOUT]->(i)
  FOREACH (_ IN CASE WHEN o.stage = 'enrichment' OR o.failedAt < x.createdAt THEN [1] ELSE [] END |
    SET o.stage = 'indexing', o.dueAt = $now, o.error = null, o.attempts = null, o.failedAt = null
  )
  WITH o
  WHERE o.failedAt IS NULL
  RETURN count(o) AS fed
}
WITH x, page, fed, x.fed + fed AS fedInPass
SET x.fed = CASE size(page) WHEN 0 THEN 0 ELSE fedInPass END,
  x.cursor = coalesce(page[-1].id, 0),
  x.reached = CASE WHEN page[-1].id > x.reached THEN page[-1].id ELSE x.reached END
RETURN size(page) AS read, fedInPass
