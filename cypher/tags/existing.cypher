// Those of the names that are tags.
UNWIND $nameKeys AS nameKey
MATCH (t:Tag {userId: $userId, nameKey: nameKey})
RETURN t.nameKey AS nameKey
