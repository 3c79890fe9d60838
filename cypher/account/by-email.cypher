// The account and password hash for a sign-in.
MATCH (u:User {emailKey: $emailKey})
WHERE u.closedAt IS NULL
RETURN u {userId: u.id, .emailKey, .passwordHash} AS login
