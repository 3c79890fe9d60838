// The active idea at the end of an archived idea's chain of merges, null if there is none; no row for other ideas.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = true
RETURN head(COLLECT {
  MATCH SHORTEST 1 (i)-[:MERGED_INTO]->+(s:Idea WHERE s.archived = false)
  RETURN s.id
}) AS mergedInto
