// Makes a code or refresh token usable again whose exchange failed after $use of it.
MATCH (t:OAuthToken {hash: $hash})
SET t:OAuthToken
WITH t
WHERE t.usedBy = $use
SET t.usedBy = null
RETURN t.hash AS hash
