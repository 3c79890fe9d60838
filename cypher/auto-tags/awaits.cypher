// Whether an idea still awaits automatic tags and its text has not changed.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false AND i.awaitsTags AND i.title = $title AND i.body = $body
  AND NOT EXISTS { (i)-[:TAGGED]->(:Tag) }
RETURN i.id AS id
