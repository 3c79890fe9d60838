// Ideas that another is compared with.
UNWIND $ids AS id
MATCH (i:Idea {id: id})
WHERE i.userId = $userId AND i.archived = false
RETURN i {.id, .title, .body, .contentHash} AS idea
