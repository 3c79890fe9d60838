MATCH (s:Session)
WHERE s.userId = $userId AND s.expiresAt > 0 AND coalesce(s.signInId, s.id) <> $keep
RETURN s.hash AS hash
