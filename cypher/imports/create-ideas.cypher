// Under the ledger's lock, after the tags; the ledger counts the ideas in the same transaction. They do not await automatic
// tags, because the file contains their tags.
UNWIND $ideas AS idea
CREATE (i:Idea:$(idea.status) {
  id: idea.id, userId: $userId, title: idea.title, titleKey: idea.titleKey, body: idea.body,
  bodyLength: size(idea.body), wordForms: idea.wordForms, contentHash: idea.contentHash, status: idea.status, source: idea.source, sourceUrl: idea.sourceUrl,
  archived: idea.archived, createdAt: idea.createdAt, updatedAt: idea.updatedAt
})
WITH i, idea
CALL (i, idea) {
  UNWIND idea.tags AS tag
  MATCH (t:Tag {userId: $userId, nameKey: tag.nameKey})
  CREATE (i)-[:TAGGED {position: tag.position, auto: CASE WHEN tag.auto THEN true END}]->(t)
}
CALL (i, idea) {
  UNWIND idea.links AS link
  CREATE (i)-[:HAS_LINK]->(:Link {
    id: link.id, url: link.url, title: link.title, linkType: link.linkType, createdAt: link.createdAt
  })
}
CALL (i) {
  WITH i
  WHERE NOT i.archived
  CREATE (i)<-[:ABOUT]-(:Outbox {
    ideaId: i.id, userId: $userId, version: i.updatedAt, stage: 'indexing', priority: 2, dueAt: $now, retry: 0
  })
}
RETURN count(*) AS count
