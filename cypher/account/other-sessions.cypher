MATCH (s:Session)
WHERE s.userId = $userId AND s.expiresAt > 0 AND s.signInId <> $keep
RETURN s.hash AS hash
