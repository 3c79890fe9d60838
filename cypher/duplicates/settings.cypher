// The settings of a user as JSON.
MATCH (u:User {id: $userId})
RETURN u.settings AS settings
