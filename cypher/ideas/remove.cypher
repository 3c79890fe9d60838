// Deletes the idea, archived or not, with its links (files of attachments later), passages, specifications and pairs of possible duplicates; its tags
// remain. Ideas merged into a deleted archived one are attached to its survivor, without an undo record. A transaction of
// its own, which takes the ledger's lock first (graph/ledger-lock.cypher) and leaves a receipt; with the receipt of an
// earlier try it returns the same row. Within a transaction that has the lock, $requestId is null. Setting the existing
// label locks the idea before the rest is read, so that a job that is writing passages commits first.
MATCH (l:Ledger {userId: $userId})
SET l:Ledger
WITH l WHERE datetime.realtime().epochMillis - datetime.transaction().epochMillis < $lockTimeoutMs
OPTIONAL MATCH (receipt:Receipt {requestId: $requestId})
OPTIONAL MATCH (i:Idea {id: $id})
WHERE i.userId = $userId
SET i:Idea
WITH l, i, i IS NOT NULL OR receipt IS NOT NULL AS removed, i IS NOT NULL AND $requestId IS NOT NULL AS leavesReceipt
FOREACH (_ IN CASE WHEN leavesReceipt THEN [1] ELSE [] END |
  SET l.revision = l.revision + 1
  CREATE (:Receipt {requestId: $requestId, userId: $userId, createdAt: $now})
)
FOREACH (_ IN CASE WHEN i.archived = false THEN [1] ELSE [] END | SET l.ideaCount = l.ideaCount - 1)
WITH i, removed, COLLECT {
  MATCH (i)-[:HAS_LINK|HAS_PASSAGE|HAS_SPECIFICATION|FLAGS|DUPLICATE_OF|ABOUT]-
    (part:Link|Passage|Specification|DuplicatePair|Outbox)
  RETURN part
} AS parts
FOREACH (part IN parts |
  FOREACH (key IN CASE WHEN part.attachmentId IS NULL THEN [] ELSE [part.attachmentId] END |
    MERGE (o:OrphanFile {key: key})
    SET o.deadline = 0
  )
  DETACH DELETE part
)
WITH i, removed, COLLECT { MATCH (i)-[:MERGED_INTO]->(s:Idea) RETURN s } AS survivors,
  COLLECT { MATCH (i)<-[:MERGED_INTO]-(a:Idea) RETURN a } AS absorbed
FOREACH (s IN survivors | FOREACH (a IN absorbed | CREATE (a)-[:MERGED_INTO]->(s)))
DETACH DELETE i
RETURN removed
