// The hashes of all credentials of a user with which requests are made.
MATCH (c:ApiKey|McpToken|Session|OAuthToken)
WHERE c.userId = $userId AND coalesce(c.kind, 'AccessToken') = 'AccessToken'
RETURN c.hash AS hash
