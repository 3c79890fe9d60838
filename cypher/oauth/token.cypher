// A code or token that has not ended; `used` is whether it was exchanged for others.
MATCH (t:OAuthToken {hash: $hash})
WHERE t.kind = $kind AND t.expiresAt > $now
RETURN t.payload AS payload, t.usedBy IS NOT NULL AS used
