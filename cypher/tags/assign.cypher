// Under the ledger's lock: replaces the tags of an idea, in this order; creates missing tags, which have an id here. No row if
// the account would have more than $most tags. The idea no longer awaits automatic tags.
WITH size([tag IN $tags WHERE tag.id IS NOT NULL]) AS missing
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
SET i.awaitsTags = null
WITH i
CALL (i) {
  MATCH (i)-[old:TAGGED]->(:Tag)
  DELETE old
}
WITH i
UNWIND $tags AS tag
MERGE (t:Tag {userId: $userId, nameKey: tag.nameKey})
ON CREATE SET t.id = tag.id, t.name = tag.name, t.createdAt = $now
CREATE (i)-[:TAGGED {position: tag.position, auto: CASE WHEN tag.auto THEN true END}]->(t)
RETURN t.id AS id
