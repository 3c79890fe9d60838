// The whole graph of a user, one row per idea with its tags and outgoing relations as lists, which is the fastest form.
// Archived ideas have no relations, so the other end need not be checked.
MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
WHERE i.userId = $userId AND i.archived = false AND i.createdAt IS NOT NULL AND i.id IS NOT NULL
RETURN i.id AS id, i.title AS title, i.status AS status, i.createdAt AS createdAt,
  COUNT { (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } AS connectionCount,
  [(i)-[x:TAGGED]->(t:Tag) | [x.position, t.name]] AS tags,
  [(i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]->(o:Idea) | [r.id, o.id, type(r), r.note, r.createdAt, r.score]] AS edges
