// All tags of a user by name, with the number of active ideas of each.
MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey > ''
RETURN t {.id, .name, .color, ideaCount: COUNT { MATCH (t)<-[:TAGGED]-(i:Idea) WHERE i.archived = false }} AS tag
ORDER BY t.nameKey
