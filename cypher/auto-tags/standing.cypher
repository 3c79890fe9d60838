// Under the ledger's lock: what tags that were to be given are called now; no row for those that are gone.
UNWIND $tagIds AS tagId
MATCH (t:Tag {id: tagId})
WHERE t.userId = $userId
RETURN t.id AS id, t.name AS name
