// An account with its ledger (which every write of the user locks; it stands apart, with no relationships) and its
// first credentials, in one step. MERGE by the new id: repeating it after a lost answer changes nothing.
MERGE (u:User {id: $userId})
ON CREATE SET
  u.email = $email, u.emailKey = $emailKey, u.displayName = $displayName, u.avatarUrl = '', u.plan = $plan,
  u.settings = '{}', u.passwordHash = $passwordHash, u.createdAt = $now, u.updatedAt = $now
MERGE (l:Ledger {userId: $userId})
ON CREATE SET l.revision = 0, l.epoch = $epoch, l.ideaCount = 0, l.lastCreatedAt = 0
MERGE (k:ApiKey {id: $apiKey.id})
ON CREATE SET
  k.userId = $userId, k.hash = $apiKey.hash, k.hint = $apiKey.hint, k.label = $apiKey.label,
  k.scopes = $apiKey.scopes, k.createdAt = $now
MERGE (s:Session {id: $session.id})
ON CREATE SET
  s.userId = $userId, s.hash = $session.hash, s.createdAt = $now, s.expiresAt = $session.expiresAt
RETURN u.id AS id
