// The password hash of a user, for operations that require the password again.
MATCH (u:User {id: $userId})
WHERE u.closedAt IS NULL
RETURN u {userId: u.id, .emailKey, .passwordHash} AS login
