// The idea's label, which is there, takes its lock before the rest is read: a job that is just writing passages ends first.
MATCH (i:Idea)
WHERE i.userId = $userId AND i.contentHash IS NOT NULL
WITH i LIMIT $limit
SET i:Idea
WITH i
OPTIONAL MATCH (i)-[:HAS_LINK|HAS_PASSAGE|HAS_SPECIFICATION|ABOUT]-(part:Link|Passage|Specification|Outbox)
WITH i, collect(part) AS parts
FOREACH (part IN parts | DETACH DELETE part)
DETACH DELETE i
RETURN count(*) AS erased
