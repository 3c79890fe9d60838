// Locks the user, as a deletion does, before it checks that the account is open, so that no key outlives its user. Upserts the
// one key per provider.
MATCH (u:User {id: $userId})
SET u:User
WITH u
WHERE u.closedAt IS NULL
MERGE (k:ProviderKey {userId: u.id, provider: $provider})
SET k.sealed = $sealed, k.masterKeyId = $masterKeyId, k.savedAt = $now
RETURN k.provider AS provider
