// Under the ledger's lock: an idea gets tags at these places; of those that it carries already, only who chose them changes.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
UNWIND $tags AS tag
MATCH (t:Tag {id: tag.id})
WHERE t.userId = $userId
MERGE (i)-[x:TAGGED]->(t)
ON CREATE SET x.position = tag.position
SET x.auto = CASE WHEN tag.auto THEN true END
RETURN count(*) AS count
