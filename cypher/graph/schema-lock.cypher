MATCH (m:Migration {version: 0})
SET m:Migration
RETURN m.version AS version
