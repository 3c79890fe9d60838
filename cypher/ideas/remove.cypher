// Under the ledger's lock: the idea for good, archived or not, with its links, its passages and its pairs of possible
// duplicates; its tags stay. The idea's label, which is there, takes its lock before the rest is read: a job that is just
// writing passages ends first.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId
SET i:Idea
WITH i
MATCH (l:Ledger {userId: $userId})
SET l.ideaCount = l.ideaCount - CASE WHEN i.archived THEN 0 ELSE 1 END
WITH i, i.id AS id, COLLECT {
  MATCH (i)-[:HAS_LINK|HAS_PASSAGE|FLAGS|DUPLICATE_OF|ABOUT]-(part:Link|Passage|DuplicatePair|Outbox)
  RETURN part
} AS parts
FOREACH (part IN parts | DETACH DELETE part)
DETACH DELETE i
RETURN id
