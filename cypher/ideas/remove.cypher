// Under the ledger's lock: the idea for good, archived or not, with its links, passages, specifications and pairs of possible
// duplicates; its tags stay. What was merged into an archived one goes to its survivor; how to undo that is not known any more.
// The idea's label, which is there, takes its lock before the rest is read: a job that is just writing passages ends first.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId
SET i:Idea
WITH i
MATCH (l:Ledger {userId: $userId})
SET l.ideaCount = l.ideaCount - CASE WHEN i.archived THEN 0 ELSE 1 END
WITH i, i.id AS id, COLLECT {
  MATCH (i)-[:HAS_LINK|HAS_PASSAGE|HAS_SPECIFICATION|FLAGS|DUPLICATE_OF|ABOUT]-
    (part:Link|Passage|Specification|DuplicatePair|Outbox)
  RETURN part
} AS parts
FOREACH (part IN parts | DETACH DELETE part)
WITH i, id, COLLECT { MATCH (i)-[:MERGED_INTO]->(s:Idea) RETURN s } AS survivors,
  COLLECT { MATCH (i)<-[:MERGED_INTO]-(a:Idea) RETURN a } AS absorbed
FOREACH (s IN survivors | FOREACH (a IN absorbed | CREATE (a)-[:MERGED_INTO]->(s)))
DETACH DELETE i
RETURN id
