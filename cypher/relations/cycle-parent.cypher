// The shortest path back from target to source, or no row. Both ends are bound, so that it plans to a bidirectional search
// instead of an unbounded enumeration of trails.
MATCH (s:Idea {id: $sourceId})
MATCH (t:Idea {id: $targetId})
MATCH path = SHORTEST 1 (t)-[:PARENT]->+(s)
RETURN [n IN nodes(path) | n.id] AS ids
