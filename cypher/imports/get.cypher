MATCH (m:Import {key: $key})
RETURN m {.fingerprint, .room, .startedAt, .firstIdea, .firstLink, .firstRelation, .firstDuplicate, .cursor, .tags,
  .report} AS import
