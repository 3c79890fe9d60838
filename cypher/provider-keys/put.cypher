// The lock on the user, which a deletion takes too, comes before the look: no key outlives its user. One key for each
// provider; the last one counts.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
MERGE (k:ProviderKey {userId: u.id, provider: $provider})
SET k.sealed = $sealed, k.masterKeyId = $masterKeyId, k.savedAt = $now
RETURN k.provider AS provider
