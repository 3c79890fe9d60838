// Whose password is to be checked before something that a session alone must not do.
MATCH (u:User {id: $userId})
WHERE u.closedAt IS NULL
RETURN u {userId: u.id, .emailKey, .passwordHash} AS login
