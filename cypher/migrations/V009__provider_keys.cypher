// Tokens of AI assistants.
CREATE CONSTRAINT mcp_token_id IF NOT EXISTS FOR (n:McpToken) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT mcp_token_hash IF NOT EXISTS FOR (n:McpToken) REQUIRE n.hash IS UNIQUE;
CREATE INDEX mcp_token_user IF NOT EXISTS FOR (n:McpToken) ON (n.userId);
CREATE INDEX mcp_token_end IF NOT EXISTS FOR (n:McpToken) ON (n.expiresAt);
// Keys that users brought, encrypted, one for each provider; those under another master key are found to be encrypted anew.
CREATE CONSTRAINT provider_key IF NOT EXISTS FOR (n:ProviderKey) REQUIRE (n.userId, n.provider) IS UNIQUE;
CREATE INDEX provider_key_master IF NOT EXISTS FOR (n:ProviderKey) ON (n.masterKeyId);
// Specifications that were generated for ideas.
CREATE CONSTRAINT specification_id IF NOT EXISTS FOR (n:Specification) REQUIRE n.id IS UNIQUE;
