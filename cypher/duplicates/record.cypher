// Under the ledger's lock: what a comparison found, unless one of the two was written anew meanwhile. Of two ideas the later
// one is flagged. What somebody has dismissed or merged stays so.
MATCH (o:Outbox {ideaId: $ideaId})-[:ABOUT]->(i:Idea)
WHERE o.version = $version AND i.userId = $userId AND i.archived = false
UNWIND $findings AS finding
MATCH (x:Idea {id: finding.otherId})
WHERE x.userId = $userId AND x.archived = false AND x.contentHash = finding.otherHash
WITH finding, i, x, i.createdAt > x.createdAt OR i.createdAt = x.createdAt AND i.id > x.id AS isLater
WITH finding, CASE WHEN isLater THEN i ELSE x END AS flagged, CASE WHEN isLater THEN x ELSE i END AS older
CALL (finding, flagged, older) {
  OPTIONAL MATCH (flagged)<-[:FLAGS|DUPLICATE_OF]-(known:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(older)
  RETURN known ORDER BY known.status IN ['pending', 'withdrawn'], known.id LIMIT 1
}
CALL (finding, flagged, older, known) {
  WITH finding, flagged, older, known
  WHERE known IS NULL
  CREATE (d:DuplicatePair {id: finding.pairId, userId: $userId, createdAt: $now, status: 'new'})
  CREATE (d)-[:FLAGS]->(flagged)
  CREATE (d)-[:DUPLICATE_OF]->(older)
  RETURN d
  UNION
  WITH known
  WHERE known.status IN ['pending', 'withdrawn']
  RETURN known AS d
}
SET d.score = finding.score, d.confidence = finding.confidence, d.reasons = finding.reasons,
  d.status = CASE WHEN finding.confidence >= $threshold THEN 'pending' ELSE 'withdrawn' END
RETURN d.id AS id, finding.relationId AS relationId
