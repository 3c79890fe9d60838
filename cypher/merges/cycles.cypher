// The cycles that merging two ideas would create: shortest paths from one to the other, or from the absorbed idea back to itself
// (possible only after `force`), ignoring relations between the two, which are dropped. Both ends are bound.
MATCH (s:Idea {id: $survivorId})
MATCH (a:Idea {id: $absorbedId})
WHERE s.userId = $userId AND a.userId = $userId
CALL (s, a) {
  MATCH path = SHORTEST 1 (s) ((x)-[:BLOCKS]->(y) WHERE NOT (x = s AND y = a))+ (a)
  RETURN path
  UNION ALL
  MATCH path = SHORTEST 1 (a) ((x)-[:BLOCKS]->(y) WHERE NOT (x = a AND y = s))+ (s)
  RETURN path
  UNION ALL
  MATCH path = SHORTEST 1 (s) ((x)-[:PARENT]->(y) WHERE NOT (x = s AND y = a))+ (a)
  RETURN path
  UNION ALL
  MATCH path = SHORTEST 1 (a) ((x)-[:PARENT]->(y) WHERE NOT (x = a AND y = s))+ (s)
  RETURN path
  UNION ALL
  MATCH path = SHORTEST 1 (s) ((x)-[:SUPERSEDES]->(y) WHERE NOT $force AND NOT (x = s AND y = a))+ (a)
  RETURN path
  UNION ALL
  MATCH path = SHORTEST 1 (a) ((x)-[:SUPERSEDES]->(y) WHERE NOT $force AND NOT (x = a AND y = s))+ (s)
  RETURN path
  UNION ALL
  MATCH path = SHORTEST 1 (a) ((x)-[:SUPERSEDES]->(y) WHERE NOT $force AND y <> s)+ (a)
  RETURN path
}
RETURN [n IN nodes(path) | CASE n WHEN a THEN $survivorId ELSE n.id END] AS ids LIMIT 1
