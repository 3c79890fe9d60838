MATCH (u:User {id: $userId})
RETURN u {.id, .email, .displayName, .avatarUrl, .plan, .settings, .createdAt, .updatedAt,
  providers: COLLECT { MATCH (k:ProviderKey) WHERE k.userId = u.id AND k.provider > '' RETURN k.provider }} AS user
