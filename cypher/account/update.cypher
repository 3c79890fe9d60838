MATCH (u:User {id: $userId})
SET
  u.displayName = coalesce($displayName, u.displayName), u.settings = coalesce($settings, u.settings),
  u.updatedAt = $now
RETURN u {.id, .email, .displayName, .avatarUrl, .plan, .settings, .createdAt, .updatedAt,
  providers: COLLECT { MATCH (k:ProviderKey) WHERE k.userId = u.id AND k.provider > '' RETURN k.provider }} AS user
