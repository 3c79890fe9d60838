// A part of the graph: the ideas given by their ids, each with its relations to others of them, as rows of nodes.cypher.
UNWIND $ids AS id
MATCH (i:Idea {id: id})
WHERE i.userId = $userId AND i.archived = false
WITH collect(i) AS part
UNWIND part AS i
RETURN i.id AS id, i.title AS title, i.status AS status, i.createdAt AS createdAt,
  COUNT { (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } AS connectionCount,
  [(i)-[x:TAGGED]->(t:Tag) | [x.position, t.name]] AS tags,
  [(i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]->(o:Idea) WHERE type(r) IN $types AND o IN part |
    [r.id, o.id, type(r), r.note, r.createdAt, r.score]] AS edges
