// Nothing is suggested for this text: nothing that anybody sees changes, so it takes no ledger.
MATCH (i:Idea {id: $id})
WHERE i.userId = $userId AND i.awaitsTags AND i.title = $title AND i.body = $body
SET i.awaitsTags = null
RETURN i.id AS id
