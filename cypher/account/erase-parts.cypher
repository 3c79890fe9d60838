// What belongs to single ideas. Runs before the deletion of ideas, so that the transaction of one with very many links stays small.
MATCH (i:Idea)
WHERE i.userId = $userId AND i.contentHash IS NOT NULL
MATCH (i)-[:HAS_LINK|HAS_SPECIFICATION]->(part:Link|Specification)
WITH part LIMIT $limit
FOREACH (key IN CASE WHEN part.attachmentId IS NULL THEN [] ELSE [part.attachmentId] END |
  MERGE (o:OrphanFile {key: key})
  SET o.deadline = 0
)
DETACH DELETE part
RETURN count(*) AS erased
