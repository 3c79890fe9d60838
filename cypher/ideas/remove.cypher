// Under the ledger's lock: deletes the idea, archived or not, with its links, passages, specifications and pairs of possible
// duplicates; its tags remain. Ideas merged into a deleted archived one are attached to its survivor, without an undo record.
// Setting the existing label locks the idea before the rest is read, so that a job that is writing passages commits first.
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
