// What statements name beside indexed properties. A plan that was made before a name was known is made again after its first use, by
// all requests that wait for it.
UNWIND [
  'attempts', 'audience', 'auto', 'avatarUrl', 'awaitsTags', 'bytes', 'clientName', 'clientUri', 'color',
  'confidence', 'cursor', 'dimensions', 'displayName', 'email', 'embedding', 'epoch', 'error', 'fingerprint',
  'firstDuplicate', 'firstIdea', 'firstLink', 'firstRelation', 'hint', 'ideaCount', 'inputTokens', 'kind', 'label',
  'lastUsedAt', 'linkType', 'mediaType', 'metadata', 'model', 'note', 'outputTokens', 'passwordHash', 'payload',
  'plan', 'position', 'reached', 'reasons', 'refused', 'relatedAt', 'report', 'retry', 'revision', 'room', 'scopes',
  'score', 'sealed', 'settings', 'signedInAt', 'source', 'sourceUrl', 'state', 'tags', 'text', 'titleKey',
  'updatedAt', 'url', 'usedBy', 'userAgent', 'writtenAt'
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
