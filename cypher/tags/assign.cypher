// Under the ledger's lock: exactly these tags, in this order; names that nobody used yet become tags here.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
CALL (i) {
  MATCH (i)-[old:TAGGED]->(:Tag)
  DELETE old
}
WITH i
UNWIND $tags AS tag
MERGE (t:Tag {userId: $userId, nameKey: tag.nameKey})
ON CREATE SET t.id = tag.id, t.name = tag.name, t.createdAt = $now
CREATE (i)-[:TAGGED {position: tag.position}]->(t)
RETURN t.id AS id
