// Results beyond the window: an exact comparison with all passages of the user's ideas, except known ideas.
MATCH (i:Idea)
USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
WHERE i.userId = $userId AND i.archived = false AND i.createdAt IS NOT NULL AND i.id IS NOT NULL
  AND ($status IS NULL OR i.status = $status)
  AND COUNT { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys } = size($tagKeys)
  AND NOT i.id IN $known
MATCH (i)-[:HAS_PASSAGE]->(p:$($label))
WITH i.id AS id, p.position AS position, vector.similarity.cosine(p.embedding, $vector) AS score
ORDER BY score DESC, position
WITH id, max(score) AS score, head(collect(position)) AS position
WITH id, CASE WHEN score < 0.5 THEN 0.5 ELSE score END AS score, position
ORDER BY score DESC, id DESC SKIP $offset LIMIT $limit
RETURN id, score, position
