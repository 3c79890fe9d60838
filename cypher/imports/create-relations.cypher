// Under the ledger's lock. Imported ideas have relations only among themselves, so that checking the file for cycles suffices.
UNWIND $relations AS relation
MATCH (s:Idea {id: relation.sourceId})
MATCH (t:Idea {id: relation.targetId})
WHERE s.userId = $userId AND t.userId = $userId AND s.archived = false AND t.archived = false
CREATE (s)-[:$(relation.type) {
  id: relation.id, note: relation.note, createdAt: relation.createdAt, score: relation.score
}]->(t)
RETURN count(*) AS count
