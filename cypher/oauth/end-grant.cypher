// Ends a grant with all its tokens, under the user's lock, which serialises it with new tokens. What has ended stays until it is
// swept, so that a repetition after a lost response returns the same tokens. Returns those with which requests are made.
MATCH (u:User {id: $userId})
SET u:User
WITH u
MATCH (g:OAuthGrant {id: $id})
WHERE g.userId = u.id
SET g.expiresAt = 0
WITH g
OPTIONAL MATCH (c:OAuthClient {id: g.clientId})
SET c.lastUsedAt = $now
WITH g
MATCH (t:OAuthToken)
WHERE t.grantId = g.id
SET t.expiresAt = 0
WITH t
WHERE t.kind = 'AccessToken'
RETURN t.hash AS hash
