// Runs before the deletion of ideas, so that the transaction of one with very many relations stays small.
MATCH (i:Idea)
WHERE i.userId = $userId AND i.contentHash IS NOT NULL
MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]->()
WITH r LIMIT $limit
DELETE r
RETURN count(*) AS erased
