// The encrypted keys of the authorization server; there is one such node.
MATCH (k:OAuthKeys {name: 'current'})
RETURN k {.sealed, .masterKeyId} AS keys
