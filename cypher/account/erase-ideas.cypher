MATCH (i:Idea)
WHERE i.userId = $userId AND i.contentHash IS NOT NULL
WITH i LIMIT $limit
OPTIONAL MATCH (i)-[:HAS_LINK]->(link:Link)
WITH i, collect(link) AS links
FOREACH (link IN links | DETACH DELETE link)
DETACH DELETE i
RETURN count(*) AS erased
