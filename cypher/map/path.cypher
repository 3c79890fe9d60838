// A shortest path between two ideas over relations of some types in either direction: `ideas` and `relations` are null without one.
// Both ends are bound, so that it plans to a bidirectional search.
OPTIONAL MATCH (s:Idea {id: $from})
WHERE s.userId = $userId AND s.archived = false
OPTIONAL MATCH (t:Idea {id: $to})
WHERE t.userId = $userId AND t.archived = false
WITH s, t, CASE WHEN s <> t THEN t END AS other
OPTIONAL MATCH path = SHORTEST 1 (s) (()-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES WHERE type(r) IN $types]-())+ (other)
WITH s, t, CASE WHEN s = t THEN [s] ELSE nodes(path) END AS nodes, CASE WHEN s = t THEN [] ELSE relationships(path) END AS edges
RETURN s IS NOT NULL AS from, t IS NOT NULL AS to,
  [i IN nodes | [i.id, i.title, i.status]] AS ideas,
  [r IN edges | [r.id, startNode(r).id, endNode(r).id, type(r), r.note, r.createdAt, r.score]] AS relations
