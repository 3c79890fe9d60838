// One row per sign-in with a valid token.
MATCH (s:Session)
WHERE s.userId = $userId AND s.expiresAt > $now
WITH s.signInId AS id, head(collect(s.userAgent)) AS userAgent, min(s.signedInAt) AS createdAt,
  max(s.lastUsedAt) AS lastUsedAt, max(s.expiresAt) AS expiresAt
RETURN id, userAgent, createdAt, lastUsedAt, expiresAt ORDER BY createdAt, id
