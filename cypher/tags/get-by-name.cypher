MATCH (t:Tag {userId: $userId, nameKey: $nameKey})
RETURN t {.id, .name, .color, ideaCount: COUNT { MATCH (t)<-[:TAGGED]-(i:Idea) WHERE i.archived = false }} AS tag
