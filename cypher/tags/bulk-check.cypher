// Under the ledger's lock: which of the ideas there are, how many tags each carries, and whether this one is among them.
UNWIND $ideaIds AS ideaId
MATCH (i:Idea {id: ideaId})
WHERE i.userId = $userId AND i.archived = false
RETURN i.id AS id,
  COUNT { (i)-[:TAGGED]->(:Tag) } AS tagCount,
  EXISTS { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey = $nameKey } AS carries
