// Under the ledger's lock: creates links unless their idea was deleted or archived meanwhile, or their file is not stored.
UNWIND $links AS link
MATCH (i:Idea {id: link.ideaId})
WHERE i.userId = $userId AND (i.archived = false OR link.isOfArchived)
OPTIONAL MATCH (o:OrphanFile {key: link.file.attachmentId})
WHERE o.deadline > datetime.realtime().epochMillis + 60000
WITH link, i, o WHERE link.file IS NULL OR o IS NOT NULL
DELETE o
CREATE (i)-[:HAS_LINK]->(:Link {
  id: link.id, url: link.url, title: link.title, linkType: link.linkType, createdAt: link.createdAt,
  attachmentId: link.file.attachmentId, bytes: link.file.bytes, mediaType: link.file.mediaType,
  ownerId: CASE WHEN link.file IS NOT NULL THEN $userId END
})
RETURN link.id AS id
