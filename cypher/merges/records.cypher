// What is kept of the merges into an idea, in their order.
MATCH (s:Idea {id: $survivorId})<-[m:MERGED_INTO]-(a:Idea)
WHERE s.userId = $userId
RETURN a.id AS ideaId, m.undo AS undo ORDER BY m.createdAt, a.id
