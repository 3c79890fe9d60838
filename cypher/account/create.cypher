// Creates an account with its ledger (the lock node of all the user's writes, without relationships), its first session and,
// for the operator, a first API key. Idempotent by MERGE on the new ids, so that it can be repeated after a lost response.
MERGE (u:User {id: $userId})
ON CREATE SET
  u.email = $email, u.emailKey = $emailKey, u.displayName = $displayName, u.avatarUrl = '', u.plan = $plan,
  u.settings = '{}', u.passwordHash = $passwordHash, u.createdAt = $now, u.updatedAt = $now
MERGE (l:Ledger {userId: $userId})
ON CREATE SET l.revision = 0, l.epoch = $epoch, l.ideaCount = 0, l.lastCreatedAt = 0
FOREACH (key IN $apiKeys |
  MERGE (k:ApiKey {id: key.id})
  ON CREATE SET
    k.userId = $userId, k.hash = key.hash, k.hint = key.hint, k.label = key.label, k.scopes = key.scopes,
    k.createdAt = $now)
MERGE (s:Session {id: $session.id})
ON CREATE SET
  s.signInId = $session.id, s.userId = $userId, s.hash = $session.hash, s.userAgent = $session.userAgent,
  s.signedInAt = $now, s.createdAt = $now, s.expiresAt = $session.expiresAt
RETURN u.id AS id
