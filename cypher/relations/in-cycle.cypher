// Those of these existing relations that are part of a cycle. Both ends of each search are bound.
CALL () {
  UNWIND $blocks AS edge
  MATCH (s:Idea {id: edge.sourceId})
  MATCH (t:Idea {id: edge.targetId})
  MATCH SHORTEST 1 (t)-[:BLOCKS]->+(s)
  RETURN edge.id AS id
  UNION ALL
  UNWIND $parent AS edge
  MATCH (s:Idea {id: edge.sourceId})
  MATCH (t:Idea {id: edge.targetId})
  MATCH SHORTEST 1 (t)-[:PARENT]->+(s)
  RETURN edge.id AS id
  UNION ALL
  UNWIND $supersedes AS edge
  MATCH (s:Idea {id: edge.sourceId})
  MATCH (t:Idea {id: edge.targetId})
  MATCH SHORTEST 1 (t)-[:SUPERSEDES]->+(s)
  RETURN edge.id AS id
}
RETURN id
