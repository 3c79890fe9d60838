// Accounts whose deletion was interrupted.
MATCH (u:User)
WHERE u.closedAt < $before
RETURN u {.id, .emailKey} AS user
