// Ends a sign-in with all its tokens, under the user's lock, which serialises it with refreshes. Ended tokens stay until they
// are swept, so that a repetition after a lost response returns the same tokens.
MATCH (u:User {id: $userId})
SET u:User
WITH u
MATCH (s:Session {signInId: $id})
WHERE s.userId = u.id
SET s.expiresAt = 0
RETURN s.hash AS hash
