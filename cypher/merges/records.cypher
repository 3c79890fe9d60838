// What is kept of the merges into an idea, and into those that it is related to, in their order.
MATCH (s:Idea {id: $survivorId})
WHERE s.userId = $userId
CALL (s) {
  MATCH (s)<-[m:MERGED_INTO]-(a:Idea)
  RETURN s AS into, m, a
  UNION
  MATCH (s)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(into:Idea)
  MATCH (into)<-[m:MERGED_INTO]-(a:Idea)
  RETURN into, m, a
}
RETURN a.id AS ideaId, into.id AS survivorId, m.undo AS undo ORDER BY m.createdAt, a.id
