// The owner of a grant that has not ended, and the hashes of its access tokens.
MATCH (g:OAuthGrant {id: $id})
WHERE g.expiresAt > $now
RETURN g.userId AS userId, COLLECT {
  MATCH (t:OAuthToken)
  WHERE t.grantId = $id AND t.kind = 'AccessToken'
  RETURN t.hash
} AS hashes
