// Under the ledger's lock: the ideas of a merge, archived or not. Setting the existing label locks them in the same order as
// jobs do, so that a job that is writing passages commits first.
MATCH (i:Idea)
WHERE i.id IN $ids AND i.userId = $userId
WITH i ORDER BY i.id
SET i:Idea
RETURN i {.id, .title, .body, .status, .sourceUrl, .archived,
  survivorId: head(COLLECT { MATCH (i)-[:MERGED_INTO]->(s:Idea) RETURN s.id LIMIT 1 }),
  tags: COLLECT {
    MATCH (i)-[x:TAGGED]->(t:Tag)
    RETURN t {.id, .name, position: x.position, auto: x.auto IS NOT NULL,
      tagIds: coalesce(x.tagIds, [t.id]), isMerged: x.tagIds IS NOT NULL} ORDER BY x.position
  },
  links: COLLECT {
    MATCH (i)-[:HAS_LINK]->(l:Link)
    RETURN l {.id, .url, .title, .linkType, .createdAt,
      file: CASE WHEN l.attachmentId IS NOT NULL THEN l {.attachmentId, .bytes, .mediaType} END} ORDER BY l.createdAt, l.id
  },
  relations: COLLECT {
    MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
    RETURN r {.id, .note, .createdAt, .score, type: type(r), sourceId: startNode(r).id, targetId: endNode(r).id}
    ORDER BY r.createdAt, r.id
  }
} AS idea
