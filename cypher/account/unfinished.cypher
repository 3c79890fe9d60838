// Accounts whose deletion was cut short.
MATCH (u:User)
WHERE u.closedAt < $before
RETURN u {.id, .emailKey} AS user
