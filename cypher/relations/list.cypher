// The outgoing and incoming relations of one active idea, ten a row, so that the driver decodes many of them page by page.
// No row if there is no such idea.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId AND i.archived = false
WITH COLLECT {
  MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
  WITH r, r {.id, .note, .createdAt, .score} AS m ORDER BY m.createdAt, m.id
  RETURN [m.id, startNode(r).id, endNode(r).id, type(r), m.note, m.createdAt, m.score]
} AS relations
UNWIND range(0, size(relations), 10) AS from
RETURN relations[from..from + 10] AS relations
ORDER BY from
