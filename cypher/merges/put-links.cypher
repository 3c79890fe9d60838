// Under the ledger's lock: creates links, or moves existing ones to another idea and updates them.
UNWIND $links AS link
MATCH (i:Idea {id: link.ideaId})
WHERE i.userId = $userId
MERGE (l:Link {id: link.id})
SET l += {url: link.url, title: link.title, linkType: link.linkType, createdAt: link.createdAt}
MERGE (i)-[:HAS_LINK]->(l)
WITH i, l
MATCH (l)<-[old:HAS_LINK]-(other:Idea)
WHERE other.id <> i.id
DELETE old
RETURN count(*) AS count
