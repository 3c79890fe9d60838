// Under the ledger's lock. An existing tag keeps its name, and its colour if it has one.
UNWIND $tags AS tag
MERGE (t:Tag {userId: $userId, nameKey: tag.nameKey})
ON CREATE SET t.id = tag.id, t.name = tag.name, t.createdAt = $now
SET t.color = coalesce(t.color, tag.color)
RETURN count(*) AS count
