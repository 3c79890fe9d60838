// Under the ledger's lock: creates relations unless an idea was deleted or archived meanwhile or an equal relation exists. One
// that duplicate detection made between the imported ideas becomes the file's.
UNWIND $relations AS relation
OPTIONAL MATCH (s:Idea {id: relation.sourceId})
WHERE s.userId = $userId AND s.archived = false
OPTIONAL MATCH (t:Idea {id: relation.targetId})
WHERE t.userId = $userId AND t.archived = false
CALL (relation, s, t) {
  OPTIONAL MATCH (s)-[equal:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]->(t)
  WHERE type(equal) = relation.type
  RETURN equal ORDER BY equal.id LIMIT 1
}
CALL (relation, s, t, equal) {
  WITH relation, s, t, equal
  WHERE s IS NOT NULL AND t IS NOT NULL AND equal IS NULL
  CREATE (s)-[:$(relation.type) {
    id: relation.id, note: relation.note, createdAt: relation.createdAt, score: relation.score
  }]->(t)
}
WITH relation, s, t, equal, relation.type = 'DUPLICATE' AND equal.score IS NOT NULL AS isAutomatic
FOREACH (known IN CASE WHEN isAutomatic THEN [equal] ELSE [] END |
  SET known.note = relation.note, known.createdAt = relation.createdAt, known.score = relation.score)
RETURN relation.id AS id, CASE
  WHEN s IS NULL OR t IS NULL THEN 'gone'
  WHEN equal IS NULL OR isAutomatic THEN 'made'
  ELSE 'exists'
END AS outcome
