// Under the ledger's lock; no row if there is no such idea. Creates nothing if it has $most links already.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
WITH i, COUNT { (i)-[:HAS_LINK]->() } < $most AS hasRoom
FOREACH (_ IN CASE WHEN hasRoom THEN [1] ELSE [] END |
  CREATE (i)-[:HAS_LINK]->(:Link {id: $id, url: $url, title: $title, linkType: $linkType, createdAt: $now})
)
RETURN hasRoom
