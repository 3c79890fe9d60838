// Under the ledger's lock: gives automatic tags, in this order, to an idea that has no tags; creates missing ones. No row if the
// account would have more than $most tags.
CALL () {
  UNWIND $tags AS tag
  OPTIONAL MATCH (t:Tag {userId: $userId, nameKey: tag.nameKey})
  RETURN count(tag) - count(t) AS missing
}
CALL (missing) {
  // Part of the seek, so that nothing is counted when no tag is missing.
  MATCH (t:Tag)
  WHERE t.userId = CASE WHEN missing > 0 THEN $userId END AND t.nameKey > ''
  WITH t LIMIT $most
  RETURN count(t) AS existing
}
WITH missing, existing
WHERE missing = 0 OR existing + missing <= $most
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
UNWIND $tags AS tag
MERGE (t:Tag {userId: $userId, nameKey: tag.nameKey})
ON CREATE SET t.id = tag.id, t.name = tag.name, t.createdAt = $now
CREATE (i)-[:TAGGED {position: tag.position, auto: true}]->(t)
RETURN t.id AS id
