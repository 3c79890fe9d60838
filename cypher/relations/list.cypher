// The outgoing and incoming relations of one active idea, ten a row, so that the driver decodes many of them page by page.
// No row if there is no such idea.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
WITH COLLECT {
  MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
  RETURN [r.id, startNode(r).id, endNode(r).id, type(r), r.note, r.createdAt, r.score]
  ORDER BY r.createdAt, r.id
} AS relations
UNWIND range(0, size(relations), 10) AS from
RETURN relations[from..from + 10] AS relations
ORDER BY from
