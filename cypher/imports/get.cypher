MATCH (m:Import {key: $key})
MATCH (l:Ledger {userId: m.userId})
RETURN m {.fingerprint, .room, .startedAt, .revision, .firstIdea, .firstLink, .firstRelation, .firstDuplicate, .cursor, .tags,
  .refused, .report, relatedAt: l.relatedAt} AS import
