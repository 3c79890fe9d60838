// Under the ledger's lock: an idea gets tags that it does not carry, at these places.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
UNWIND $tags AS tag
MATCH (t:Tag {id: tag.id})
WHERE t.userId = $userId
CREATE (i)-[:TAGGED {position: tag.position}]->(t)
RETURN count(*) AS count
