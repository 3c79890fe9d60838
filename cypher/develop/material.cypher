// The input of a specification: an active idea with its tags, links, and neighbours with the beginnings of their bodies. Parents
// come first, then ideas that block it, then those that it supersedes.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
RETURN i {.title, .body, .status,
    tags: COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN t.name ORDER BY x.position },
    links: COLLECT { MATCH (i)-[:HAS_LINK]->(l:Link) RETURN l {.url, .title} ORDER BY l.createdAt, l.id LIMIT $most },
    neighbours: COLLECT {
      MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(n:Idea)
      WHERE n.archived = false
      RETURN {type: type(r), isSource: startNode(r) = i, note: r.note, title: n.title, status: n.status,
        body: left(n.body, $bodyStart)}
      ORDER BY CASE
          WHEN type(r) = 'PARENT' AND startNode(r) <> i THEN 0
          WHEN type(r) = 'BLOCKS' AND startNode(r) <> i THEN 1
          WHEN type(r) = 'SUPERSEDES' AND startNode(r) = i THEN 2
          ELSE 3
        END, type(r), r.createdAt, r.id
      LIMIT $most
    }
  } AS material
