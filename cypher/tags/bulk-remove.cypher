// Under the ledger's lock. $namedIds are all ideas of the request: they no longer await automatic tags. $ideaIds are those
// with the tag, which is removed from them; the tag itself remains.
CALL () {
  UNWIND $namedIds AS namedId
  MATCH (i:Idea {id: namedId})
  WHERE i.userId = $userId
  SET i.awaitsTags = null
}
UNWIND $ideaIds AS ideaId
MATCH (i:Idea {id: ideaId})
WHERE i.userId = $userId
MATCH (i)-[tagged:TAGGED]->(t:Tag)
WHERE t.nameKey = $nameKey
DELETE tagged
SET i.updatedAt = CASE WHEN $now > i.updatedAt THEN $now ELSE i.updatedAt + 1 END
RETURN i.id AS id
