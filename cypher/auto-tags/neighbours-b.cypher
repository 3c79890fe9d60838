CYPHER 25
// Of the passages nearest to the vector, those of other ideas with tags chosen by the user; with their vectors, which are
// needed to centre the neighbourhood. Automatic tags are ignored, so that mistakes do not spread.
MATCH (p:PassageB)
  SEARCH p IN (VECTOR INDEX passages_b FOR $vector WHERE p.userId = $userId LIMIT $window) SCORE AS score
MATCH (p)<-[:HAS_PASSAGE]-(i:Idea)
WHERE i.userId = $userId AND i.archived = false AND i.id <> $id
  AND EXISTS { MATCH (i)-[x:TAGGED]->(:Tag) WHERE x.auto IS NULL }
WITH i, p, score ORDER BY score DESC LIMIT $limit
RETURN i.id AS id, p.embedding AS vector,
  COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) WHERE x.auto IS NULL RETURN t {.id, .name} ORDER BY x.position } AS tags
