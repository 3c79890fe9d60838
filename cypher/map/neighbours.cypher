// The ideas beside those given by their ids, the newest first, without those seen before. What has a status or a tag that is not
// asked for is not passed either.
UNWIND $ids AS id
MATCH (i:Idea {id: id})
WHERE i.userId = $userId
MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(o:Idea)
WHERE type(r) IN $types
WITH DISTINCT o
WHERE NOT o.id IN $seen
  AND ($statuses IS NULL OR o.status IN $statuses)
  AND ($tagKeys IS NULL OR EXISTS { (o)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys })
WITH o {.id, .createdAt} AS m ORDER BY m.createdAt DESC, m.id DESC LIMIT $limit
RETURN m.id AS id
