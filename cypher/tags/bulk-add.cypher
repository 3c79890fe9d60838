// Under the ledger's lock, for ideas that do not carry the tag: it comes last on each; a name that nobody used yet becomes
// a tag here.
MERGE (t:Tag {userId: $userId, nameKey: $nameKey})
ON CREATE SET t.id = $id, t.name = $name, t.createdAt = $now
WITH t
UNWIND $ideaIds AS ideaId
MATCH (i:Idea {id: ideaId})
WHERE i.userId = $userId
CALL (i) {
  OPTIONAL MATCH (i)-[other:TAGGED]->(:Tag)
  RETURN coalesce(max(other.position) + 1, 0) AS position
}
CREATE (i)-[:TAGGED {position: position}]->(t)
SET i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
RETURN i.id AS id
