// The e-mail address of an open account.
MATCH (u:User {id: $userId})
WHERE u.closedAt IS NULL
RETURN u.email AS email
