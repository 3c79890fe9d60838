// An attachment of the user.
MATCH (k:Link {attachmentId: $id})
WHERE k.ownerId = $userId
RETURN k.title AS name, k.bytes AS bytes, k.mediaType AS mediaType
