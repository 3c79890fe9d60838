// The shortest way back from target to source. Both ends are bound: a bidirectional search, which ends also where
// counting every trail would not. No row: the new relation closes no cycle.
MATCH (s:Idea {id: $sourceId})
MATCH (t:Idea {id: $targetId})
MATCH path = SHORTEST 1 (t)-[:BLOCKS]->+(s)
RETURN [n IN nodes(path) | n.id] AS ids
