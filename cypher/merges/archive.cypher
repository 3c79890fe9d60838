// Under the ledger's lock, last step of a merge: archives the absorbed idea and removes it from the search; running jobs for it
// no longer write anything. The survivor no longer awaits automatic tags, because the user has seen its tags when merging.
MATCH (a:Idea {id: $absorbedId})
MATCH (s:Idea {id: $survivorId})
WHERE a.userId = $userId AND s.userId = $userId
MATCH (l:Ledger {userId: $userId})
SET l.relatedAt = l.revision, a.archived = true, s.awaitsTags = null, l.ideaCount = l.ideaCount - 1
CREATE (a)-[:MERGED_INTO {createdAt: s.updatedAt, revision: $revision, undo: $undo}]->(s)
WITH a, COLLECT { MATCH (a)-[:HAS_PASSAGE|ABOUT]-(part:Passage|Outbox) RETURN part } AS parts
FOREACH (part IN parts | DETACH DELETE part)
RETURN a.id AS id
