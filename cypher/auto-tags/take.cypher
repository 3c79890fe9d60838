// Under the ledger's lock: the idea no longer awaits tags. No row if the user changed its tags or text meanwhile.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.archived = false AND i.awaitsTags AND i.title = $title AND i.body = $body
  AND NOT EXISTS { (i)-[:TAGGED]->(:Tag) }
SET i.awaitsTags = null
RETURN i.id AS id
