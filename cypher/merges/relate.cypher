// Under the ledger's lock, after the checks: creates relations with given ids unless equal ones exist. No row if the other end
// was deleted or archived.
UNWIND $relations AS relation
MATCH (s:Idea {id: relation.sourceId})
MATCH (t:Idea {id: relation.targetId})
WHERE s.userId = $userId AND t.userId = $userId AND s.archived = false AND t.archived = false
CALL (relation, s, t) {
  WITH relation, s, t
  WHERE NOT EXISTS {
    MATCH (s)-[equal:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]->(t)
    WHERE type(equal) = relation.type
  }
  CREATE (s)-[:$(relation.type) {
    id: relation.id, note: relation.note, createdAt: relation.createdAt, score: relation.score
  }]->(t)
  RETURN count(*) AS made
}
RETURN relation.id AS id, made = 1 AS isMade
