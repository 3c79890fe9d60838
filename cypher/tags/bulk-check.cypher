// Under the ledger's lock: those of the ideas that exist, with their number of tags, and whether they have this tag.
UNWIND $ideaIds AS ideaId
MATCH (i:Idea {id: ideaId})
WHERE i.userId = $userId AND i.archived = false
RETURN i.id AS id,
  COUNT { (i)-[:TAGGED]->(:Tag) } AS tagCount,
  EXISTS { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey = $nameKey } AS carries
