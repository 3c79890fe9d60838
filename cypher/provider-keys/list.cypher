// The encrypted keys of a user, in the order in which providers are tried.
MATCH (k:ProviderKey)
WHERE k.userId = $userId AND k.provider > ''
RETURN k {.provider, .sealed, .masterKeyId} AS key ORDER BY k.provider
