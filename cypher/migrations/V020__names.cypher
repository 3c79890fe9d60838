// What Neo4j would tell to be unknown of statements in a new database. It makes such a plan again once the name is known, for all requests
// that come at once (test/app/upgrade/names.test.ts).
UNWIND [
  'attempts', 'audience', 'auto', 'avatarUrl', 'awaitsTags', 'bytes', 'clientName', 'clientUri', 'color',
  'confidence', 'cursor', 'dimensions', 'displayName', 'email', 'embedding', 'epoch', 'error', 'fingerprint',
  'firstDuplicate', 'firstIdea', 'firstLink', 'firstRelation', 'hint', 'ideaCount', 'inputTokens', 'kind', 'label',
  'lastUsedAt', 'linkType', 'mediaType', 'metadata', 'model', 'note', 'outputTokens', 'passwordHash', 'payload',
  'plan', 'position', 'reached', 'reasons', 'refused', 'relatedAt', 'report', 'retry', 'revision', 'room', 'scopes',
  'score', 'sealed', 'settings', 'signedInAt', 'source', 'sourceUrl', 'state', 'tags', 'text', 'titleKey',
  'undo', 'updatedAt', 'url', 'usedBy', 'userAgent', 'writtenAt'
] AS name
CALL db.createProperty(name)
RETURN count(*) AS names;
UNWIND [
  'ABOUT', 'DUPLICATE_OF', 'FLAGS', 'HAS_LINK', 'HAS_PASSAGE', 'HAS_SPECIFICATION', 'MERGED_INTO', 'TAGGED'
] AS type
CALL db.createRelationshipType(type)
RETURN count(*) AS types;
UNWIND ['PassageA', 'WithoutForms'] AS label
CALL db.createLabel(label)
RETURN count(*) AS labels;
