// Under the ledger's lock, after everything else of a merge: the absorbed idea is archived and no longer searched; work that
// is under way for it writes nothing any more. The survivor awaits no automatic tags any more: what it is about was put
// together by somebody, with the tags that they saw.
MATCH (a:Idea {id: $absorbedId})
MATCH (s:Idea {id: $survivorId})
WHERE a.userId = $userId AND s.userId = $userId
MATCH (l:Ledger {userId: $userId})
SET a.archived = true, s.awaitsTags = null, l.ideaCount = l.ideaCount - 1
CREATE (a)-[:MERGED_INTO {createdAt: s.updatedAt, undo: $undo, others: $others}]->(s)
WITH a, COLLECT { MATCH (a)-[:HAS_PASSAGE|ABOUT]-(part:Passage|Outbox) RETURN part } AS parts
FOREACH (part IN parts | DETACH DELETE part)
RETURN a.id AS id
