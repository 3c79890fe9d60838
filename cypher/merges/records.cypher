// What is kept of the merges that bear on the undoing of one, in their order: of those into its survivor, into ideas that this is
// related to, and of all that tell of relations with it; and of those by which ideas that it tells of came to where they live.
MATCH (s:Idea {id: $survivorId})
WHERE s.userId = $userId
CALL (s) {
  MATCH (s)<-[m:MERGED_INTO]-(a:Idea)
  RETURN s AS into, m, a
  UNION
  MATCH (s)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(into:Idea)
  MATCH (into)<-[m:MERGED_INTO]-(a:Idea)
  RETURN into, m, a
  UNION
  MATCH (a:Idea)
  WHERE a.userId = $userId AND a.archived = true AND a.createdAt > 0 AND a.id > 0
  MATCH (a)-[m:MERGED_INTO]->(into:Idea)
  WHERE s.id IN m.others
  RETURN into, m, a
  UNION
  MATCH (:Idea {id: $absorbedId})-[own:MERGED_INTO]->(s)
  UNWIND own.others AS id
  MATCH (x:Idea {id: id})
  WHERE x.userId = $userId AND x.archived = true
  UNWIND head(COLLECT {
    MATCH way = SHORTEST 1 (x)-[:MERGED_INTO]->+(home:Idea WHERE home.archived = false)
    RETURN relationships(way)
  }) AS m
  RETURN endNode(m) AS into, m, startNode(m) AS a
}
RETURN a.id AS ideaId, into.id AS survivorId, m.undo AS undo ORDER BY m.createdAt, a.id
