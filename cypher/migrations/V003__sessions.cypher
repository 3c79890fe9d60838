// A session is a sign-in with all its tokens.
CREATE INDEX session_sign_in IF NOT EXISTS FOR (n:Session) ON (n.signInId);
CREATE INDEX session_end IF NOT EXISTS FOR (n:Session) ON (n.expiresAt);
// Accounts whose deletion is not finished.
CREATE INDEX user_closed IF NOT EXISTS FOR (n:User) ON (n.closedAt);

// The tokens from before are a sign-in each.
MATCH (s:Session)
WHERE s.signInId IS NULL
SET s.signInId = s.id, s.signedInAt = s.createdAt;
