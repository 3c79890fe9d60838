CYPHER 25
// The ideas of the passages in the window nearest to the vector. `seen` counts all passages in the window, before filters;
// `last` is the score of the farthest. Scores are (1 + cosine) / 2.
MATCH (p:PassageB)
  SEARCH p IN (VECTOR INDEX passages_b FOR $vector WHERE p.userId = $userId LIMIT $window) SCORE AS score
MATCH (p)<-[:HAS_PASSAGE]-(i:Idea)
WITH i, p, score ORDER BY score DESC, p.position
WITH i, count(*) AS passages, min(score) AS last, max(score) AS score, head(collect(p.position)) AS position
RETURN sum(passages) AS seen, min(last) AS last, collect(
  CASE WHEN i.userId = $userId AND i.archived = false AND ($status IS NULL OR i.status = $status)
    AND COUNT { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys } = size($tagKeys)
  THEN {id: i.id, score: score, position: position} END) AS ideas
