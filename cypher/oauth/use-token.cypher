// Exchanges a code or refresh token: of concurrent uses, one is the first. Locks the token before it reads.
MATCH (t:OAuthToken {hash: $hash})
SET t:OAuthToken
WITH t, coalesce(t.usedBy, $use) AS usedBy
SET t.usedBy = usedBy
RETURN usedBy = $use AS isFirst, t.grantId AS grantId
