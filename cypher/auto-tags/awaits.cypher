// Whether an idea still awaits automatic tags, and still is the text that they would be made from.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false AND i.awaitsTags AND i.title = $title AND i.body = $body
  AND NOT EXISTS { (i)-[:TAGGED]->(:Tag) }
RETURN i.id AS id
