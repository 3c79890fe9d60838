MERGE (c:OAuthClient {id: $id})
ON CREATE SET c.createdAt = $now
SET c.metadata = $metadata
RETURN c.id AS id
