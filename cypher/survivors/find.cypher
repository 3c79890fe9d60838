// Of an archived idea, the active one at the end of its chain of merges, null when there is none; no row for others.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = true
RETURN head(COLLECT {
  MATCH SHORTEST 1 (i)-[:MERGED_INTO]->+(s:Idea WHERE s.archived = false)
  RETURN s.id
}) AS mergedInto
