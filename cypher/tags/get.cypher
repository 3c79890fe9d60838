// A tag by its id or by its name; the other one is null.
CALL () {
  MATCH (t:Tag {id: $id})
  WHERE t.userId = $userId
  RETURN t
  UNION
  MATCH (t:Tag {userId: $userId, nameKey: $nameKey})
  RETURN t
}
RETURN t {.id, .name, .color, ideaCount: COUNT { MATCH (t)<-[:TAGGED]-(i:Idea) WHERE i.archived = false }} AS tag
