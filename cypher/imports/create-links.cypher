// Under the ledger's lock: creates links unless their idea was deleted or archived meanwhile.
UNWIND $links AS link
MATCH (i:Idea {id: link.ideaId})
WHERE i.userId = $userId AND (i.archived = false OR link.isOfArchived)
CREATE (i)-[:HAS_LINK]->(:Link {
  id: link.id, url: link.url, title: link.title, linkType: link.linkType, createdAt: link.createdAt
})
RETURN link.id AS id
