// Nothing is suggested for this text: nothing that anybody sees changes, so it takes no ledger. The idea's label, which is
// there, takes the lock that changes of the idea take, too: only then is it known what its text is.
MATCH (i:Idea {id: $id})
SET i:Idea
WITH i
WHERE i.userId = $userId AND i.awaitsTags AND i.title = $title AND i.body = $body
SET i.awaitsTags = null
RETURN i.id AS id
