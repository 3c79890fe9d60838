// What accounts granted to OAuth clients.
CREATE CONSTRAINT oauth_grant_id IF NOT EXISTS FOR (n:OAuthGrant) REQUIRE n.id IS UNIQUE;
CREATE INDEX oauth_grant_user IF NOT EXISTS FOR (n:OAuthGrant) ON (n.userId);
CREATE INDEX oauth_grant_client IF NOT EXISTS FOR (n:OAuthGrant) ON (n.clientId);
CREATE INDEX oauth_grant_end IF NOT EXISTS FOR (n:OAuthGrant) ON (n.expiresAt);
// Codes, access tokens and refresh tokens.
CREATE CONSTRAINT oauth_token_hash IF NOT EXISTS FOR (n:OAuthToken) REQUIRE n.hash IS UNIQUE;
CREATE INDEX oauth_token_user IF NOT EXISTS FOR (n:OAuthToken) ON (n.userId);
CREATE INDEX oauth_token_grant IF NOT EXISTS FOR (n:OAuthToken) ON (n.grantId);
CREATE INDEX oauth_token_end IF NOT EXISTS FOR (n:OAuthToken) ON (n.expiresAt);
// Clients that registered themselves.
CREATE CONSTRAINT oauth_client_id IF NOT EXISTS FOR (n:OAuthClient) REQUIRE n.id IS UNIQUE;
CREATE INDEX oauth_client_age IF NOT EXISTS FOR (n:OAuthClient) ON (n.createdAt);
// The keys of the authorization server.
CREATE CONSTRAINT oauth_keys_name IF NOT EXISTS FOR (n:OAuthKeys) REQUIRE n.name IS UNIQUE;
