// Notes the last use of a session token.
MATCH (s:Session {hash: $hash})
SET s.lastUsedAt = $now
RETURN s.id AS id
