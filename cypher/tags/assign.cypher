// Under the ledger's lock: replaces the tags of an idea, in this order; creates missing tags. The idea no longer awaits
// automatic tags.
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
