// Under the ledger's lock: updates note and score of an idea's relations, by id. A relation becomes automatic again only while
// its pair of possible duplicates is pending; if the pair was decided meanwhile, the relation is deleted unless it has a note.
MATCH (i:Idea {id: $ideaId})
WHERE i.userId = $userId
MATCH (i)-[r:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(o:Idea)
WITH i, o, r, $amended[toString(r.id)] AS amended
WHERE amended IS NOT NULL
WITH r, amended, type(r) = 'DUPLICATE' AS isDuplicate, COLLECT {
  MATCH (i)<-[:FLAGS|DUPLICATE_OF]-(p:DuplicatePair)-[:FLAGS|DUPLICATE_OF]->(o)
  RETURN p.status
} AS statuses
SET r.note = amended.note,
    r.score = CASE WHEN isDuplicate AND NOT 'pending' IN statuses THEN null ELSE amended.score END
FOREACH (decided IN CASE
  WHEN isDuplicate AND amended.score IS NOT NULL AND amended.note IS NULL
    AND size(statuses) > 0 AND NOT 'pending' IN statuses THEN [r]
  ELSE []
END | DELETE decided)
RETURN count(*) AS count
