// The outgoing and incoming relations of one active idea; no row if there is no such idea.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
RETURN COLLECT {
  MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
  RETURN r {.id, .note, .createdAt, .score, type: type(r), sourceId: startNode(r).id, targetId: endNode(r).id}
  ORDER BY r.createdAt, r.id
} AS relations
