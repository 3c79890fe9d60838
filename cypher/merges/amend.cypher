// Under the ledger's lock: what relations of an idea say that stand for equal ones, by their ids. One is automatic again only
// while its pair of possible duplicates waits.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(o:Idea)
WITH i, o, r, $amended[toString(r.id)] AS amended
WHERE amended IS NOT NULL
SET r.note = amended.note,
    r.score = CASE WHEN type(r) = 'DUPLICATE' AND NOT EXISTS {
      (i)<-[:FLAGS|DUPLICATE_OF]-(p:DuplicatePair WHERE p.status = 'pending')-[:FLAGS|DUPLICATE_OF]->(o)
    } THEN null ELSE amended.score END
RETURN count(*) AS count
