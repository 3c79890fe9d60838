// The owner of an access token; the credential id is that of the grant. A node that is deleted concurrently has null properties
// and yields no row.
MATCH (t:OAuthToken {hash: $hash})
MATCH (g:OAuthGrant {id: t.grantId})
MATCH (u:User {id: g.userId})
WHERE u.closedAt IS NULL AND t.kind = 'AccessToken' AND t.expiresAt > $now AND g.expiresAt > $now
WITH g.id AS credentialId, g.userId AS userId, g.audience AS audience, t.scopes AS scopes, u.plan AS plan,
  t.expiresAt AS expiresAt, g.lastUsedAt AS lastUsedAt
WHERE credentialId IS NOT NULL AND userId IS NOT NULL AND audience IS NOT NULL AND scopes IS NOT NULL AND plan IS NOT NULL
  AND expiresAt > $now
RETURN credentialId, userId, audience, scopes, plan, expiresAt, lastUsedAt
