// Under the ledger's lock: links a stored file to an idea, unless its deadline is so near that it may be deleted meanwhile.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
MATCH (o:OrphanFile {key: $key})
WHERE o.deadline > datetime.realtime().epochMillis + 60000
DELETE o
CREATE (i)-[:HAS_LINK]->(:Link {
  id: $id, url: $url, title: $name, linkType: 'attachment', createdAt: $now,
  attachmentId: $key, ownerId: $userId, bytes: $bytes, mediaType: $mediaType
})
RETURN $id AS id
