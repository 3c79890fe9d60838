// The valid tokens of one sign-in.
MATCH (s:Session {signInId: $id})
WHERE s.userId = $userId AND s.expiresAt > $now
RETURN s.hash AS hash
