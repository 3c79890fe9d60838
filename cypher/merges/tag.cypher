// Under the ledger's lock: adds tags to an idea at these positions; of existing ones only `auto` and `tagIds` change
// (tags/merge.cypher).
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
UNWIND $tags AS tag
MATCH (t:Tag {id: tag.id})
WHERE t.userId = $userId
MERGE (i)-[x:TAGGED]->(t)
ON CREATE SET x.position = tag.position
SET x.auto = CASE WHEN tag.auto THEN true END, x.tagIds = CASE WHEN tag.isMerged THEN tag.tagIds END
RETURN count(*) AS count
