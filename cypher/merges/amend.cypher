// Under the ledger's lock: what relations say that stand for equal ones. One is automatic again only while its pair of
// possible duplicates waits.
UNWIND $relations AS relation
MATCH (s:Idea {id: relation.sourceId})
MATCH (t:Idea {id: relation.targetId})
WHERE s.userId = $userId
WITH relation, s, t
MATCH (s)-[r:$(relation.type)]->(t)
WHERE r.id = relation.id
SET r.note = relation.note,
    r.score = CASE WHEN relation.type = 'DUPLICATE' AND NOT EXISTS {
      (s)<-[:FLAGS|DUPLICATE_OF]-(p:DuplicatePair WHERE p.status = 'pending')-[:FLAGS|DUPLICATE_OF]->(t)
    } THEN null ELSE relation.score END
RETURN count(*) AS count
