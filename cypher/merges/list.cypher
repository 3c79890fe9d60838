// A page of the ideas that an active one has absorbed, newest merge first; no row if there is no such idea.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false
RETURN COUNT { (i)<-[:MERGED_INTO]-(:Idea) } AS total, COLLECT {
  MATCH (i)<-[m:MERGED_INTO]-(a:Idea)
  WITH a, m ORDER BY coalesce(m.createdAt, 0) DESC, a.id DESC SKIP $offset LIMIT $limit
  RETURN a {.id, .title, .status, .createdAt, mergedAt: m.createdAt,
    tags: COLLECT { MATCH (a)-[x:TAGGED]->(t:Tag) RETURN t {.name, auto: x.auto IS NOT NULL} ORDER BY x.position }}
} AS merges
