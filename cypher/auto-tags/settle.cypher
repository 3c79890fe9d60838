// There is no suggestion for this text. Nothing visible changes, so the ledger is not locked. Setting the existing label locks
// the idea against concurrent updates before its text is compared.
MATCH (i:Idea {id: $id})
SET i:Idea
WITH i
WHERE i.userId = $userId AND i.awaitsTags AND i.title = $title AND i.body = $body
SET i.awaitsTags = null
RETURN i.id AS id
