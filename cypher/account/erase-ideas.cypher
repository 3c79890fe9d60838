// Setting the existing label locks the idea before the rest is read, so that a job that is writing passages commits first.
MATCH (i:Idea)
WHERE i.userId = $userId AND i.contentHash IS NOT NULL
WITH i LIMIT $limit
SET i:Idea
WITH i
OPTIONAL MATCH (i)-[:HAS_LINK|HAS_PASSAGE|HAS_SPECIFICATION|ABOUT]-(part:Link|Passage|Specification|Outbox)
WITH i, collect(part) AS parts
FOREACH (part IN parts |
  FOREACH (key IN CASE WHEN part.attachmentId IS NULL THEN [] ELSE [part.attachmentId] END |
    MERGE (o:OrphanFile {key: key})
    SET o.deadline = 0
  )
  DETACH DELETE part
)
DETACH DELETE i
RETURN count(*) AS erased
