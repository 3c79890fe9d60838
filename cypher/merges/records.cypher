// The merge of two ideas, all later merges of the user, and merges without a record, in order. Merges from before revisions were
// recorded come first, ordered by time.
MATCH (:Idea {id: $absorbedId})-[own:MERGED_INTO]->(:Idea {id: $survivorId})
MATCH (a:Idea)
USING INDEX SEEK a:Idea(userId, archived, createdAt, id)
WHERE a.userId = $userId AND a.archived = true AND a.createdAt IS NOT NULL AND a.id IS NOT NULL
MATCH (a)-[m:MERGED_INTO]->(s:Idea)
WHERE m.undo IS NULL OR coalesce(m.revision, 0) >= coalesce(own.revision, 0)
RETURN a.id AS absorbedId, s.id AS survivorId, m.undo AS undo ORDER BY coalesce(m.revision, 0), m.createdAt, a.id
