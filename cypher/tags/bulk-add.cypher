// Under the ledger's lock. $namedIds are all ideas of the request: they no longer await automatic tags, and where the tag was
// automatic it becomes a chosen one, which changes the idea. $ideaIds are those without the tag: it is appended to their tags.
MATCH (t:Tag {userId: $userId, nameKey: $nameKey})
CALL (t) {
  UNWIND $namedIds AS namedId
  MATCH (i:Idea {id: namedId})
  WHERE i.userId = $userId
  SET i.awaitsTags = null
  WITH i, t
  MATCH (i)-[tagged:TAGGED]->(t)
  WHERE tagged.auto IS NOT NULL
  SET tagged.auto = null, i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
}
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
