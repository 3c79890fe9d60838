// What an active idea and the account have already. One row; an idea that is not there has nothing.
OPTIONAL MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
CALL () {
  MATCH (k:Link)
  WHERE k.ownerId = $userId
  RETURN sum(k.bytes) AS bytes
}
RETURN i IS NOT NULL AS hasIdea, bytes, COUNT { (i)-[:HAS_LINK]->(:Link) } AS links,
  COUNT { (i)-[:HAS_LINK]->(k:Link) WHERE k.attachmentId IS NOT NULL } AS attachments
