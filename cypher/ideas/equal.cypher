// The oldest active idea with the same normalised title and body.
MATCH (i:Idea)
WHERE i.userId = $userId AND i.contentHash = $contentHash AND i.archived = false
RETURN i.id AS id ORDER BY i.createdAt LIMIT 1
