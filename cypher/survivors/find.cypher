// Whether an idea is archived; if it is, the active idea at the end of its chain of merges, null if there is none. Takes the
// ledger's lock (graph/ledger-lock.cypher): without it, a merge or its undo that is being committed may be seen in parts.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l
MATCH (i:Idea {id: $id})
WHERE i.userId = l.userId
RETURN i.archived AS archived, CASE WHEN i.archived THEN head(COLLECT {
  MATCH SHORTEST 1 (i)-[:MERGED_INTO]->+(s:Idea WHERE s.archived = false)
  RETURN s.id
}) END AS mergedInto
