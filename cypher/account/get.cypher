MATCH (u:User {id: $userId})
RETURN u {.id, .email, .displayName, .avatarUrl, .plan, .settings, .createdAt, .updatedAt} AS user
