// All tags of a user by name, with the number of active ideas of each: all of the tag, whose number is stored with it, less the
// archived ones, of which there are few.
CALL () {
  MATCH (t:Tag)
  WHERE t.userId = $userId AND t.nameKey > ''
  RETURN t, COUNT { (t)<-[:TAGGED]-() } AS ideas
  UNION ALL
  MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
  WHERE i.userId = $userId AND i.archived = true AND i.createdAt IS NOT NULL AND i.id IS NOT NULL
  MATCH (i)-[:TAGGED]->(t:Tag)
  RETURN t, -count(*) AS ideas
}
WITH t, sum(ideas) AS ideaCount
ORDER BY t.nameKey
RETURN t {.id, .name, .color, ideaCount} AS tag
