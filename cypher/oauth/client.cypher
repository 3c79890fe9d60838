MATCH (c:OAuthClient {id: $id})
RETURN c.metadata AS metadata
