// Ends a sign-in with all its tokens, under the user's lock: a refresh came before, or finds nothing. What is ended stays
// until it is swept, so that repeating this after a lost answer names the same tokens.
MATCH (u:User {id: $userId})
SET u:User
WITH u
MATCH (s:Session {signInId: $id})
WHERE s.userId = u.id
SET s.expiresAt = 0
RETURN s.hash AS hash
