// The cycles that there would be if two ideas were one: the shortest ways from the one to the other, or from the absorbed one
// back to itself (which only a forced cycle has), but for the relations between the two, which go. Both ends are bound.
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
