MATCH (k:ProviderKey {userId: $userId, provider: $provider})
DELETE k
RETURN $provider AS provider
