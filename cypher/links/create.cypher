// Under the ledger's lock; no row if there is no such idea.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
CREATE (i)-[:HAS_LINK]->(l:Link {id: $id, url: $url, title: $title, linkType: $linkType, createdAt: $now})
RETURN l {.id, .url, .title, .linkType, .createdAt} AS link
