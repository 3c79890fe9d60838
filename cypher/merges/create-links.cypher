// Under the ledger's lock: links with ids of their own come back.
UNWIND $links AS link
MATCH (i:Idea {id: link.ideaId})
WHERE i.userId = $userId
CREATE (i)-[:HAS_LINK]->(:Link {
  id: link.id, url: link.url, title: link.title, linkType: link.linkType, createdAt: link.createdAt
})
RETURN count(*) AS count
