// Under the ledger's lock: what relations say that stand for equal ones.
UNWIND $relations AS relation
MATCH (s:Idea {id: relation.sourceId})
MATCH (t:Idea {id: relation.targetId})
WHERE s.userId = $userId
WITH relation, s, t
MATCH (s)-[r:$(relation.type)]->(t)
WHERE r.id = relation.id
SET r.note = relation.note, r.score = relation.score
RETURN count(*) AS count
