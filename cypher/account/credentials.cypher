// The hashes of all credentials of a user.
MATCH (c:ApiKey|McpToken|Session|OAuthToken)
WHERE c.userId = $userId
RETURN c.hash AS hash
