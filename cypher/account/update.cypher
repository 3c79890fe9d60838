MATCH (u:User {id: $userId})
SET
  u.displayName = coalesce($displayName, u.displayName), u.settings = coalesce($settings, u.settings),
  u.updatedAt = $now
RETURN u {.id, .email, .displayName, .avatarUrl, .plan, .settings, .createdAt, .updatedAt} AS user
