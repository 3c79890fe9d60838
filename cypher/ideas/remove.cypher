// Under the ledger's lock: the idea for good, archived or not, with its links; its tags stay.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId
MATCH (l:Ledger {userId: $userId})
SET l.ideaCount = l.ideaCount - CASE WHEN i.archived THEN 0 ELSE 1 END
WITH i, i.id AS id, COLLECT { MATCH (i)-[:HAS_LINK]->(link:Link) RETURN link } AS links
FOREACH (link IN links | DETACH DELETE link)
DETACH DELETE i
RETURN id
