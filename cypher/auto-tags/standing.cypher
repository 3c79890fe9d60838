// Under the ledger's lock: the current names of suggested tags; no row for deleted ones.
UNWIND $tagIds AS tagId
MATCH (t:Tag {id: tagId})
WHERE t.userId = $userId
RETURN t.id AS id, t.name AS name
