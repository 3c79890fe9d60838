// First step of a deletion: removes all credentials, and the ledger, without which nothing more can be written. Codes and refresh
// tokens, which may be many, are of no use without their grants.
MATCH (u:User {id: $userId})
// First the ledger, which writes of the account lock before they change the user.
CALL () {
  MATCH (l:Ledger {userId: $userId})
  DELETE l
}
SET u.closedAt = coalesce(u.closedAt, $now)
WITH u
CALL () {
  MATCH (k:ProviderKey)
  WHERE k.userId = $userId AND k.provider > ''
  DELETE k
}
CALL () {
  MATCH (g:OAuthGrant)
  WHERE g.userId = $userId
  DELETE g
}
CALL () {
  MATCH (c:ApiKey|McpToken|Session|OAuthToken)
  WHERE c.userId = $userId AND coalesce(c.kind, 'AccessToken') = 'AccessToken'
  WITH c, c.hash AS hash
  DELETE c
  RETURN collect(hash) AS hashes
}
RETURN hashes
