// The node of version 0 is not a migration; its write lock serialises the migrations of several processes.
MERGE (m:Migration {version: 0})
ON CREATE SET m.name = 'lock'
RETURN m.version AS version
