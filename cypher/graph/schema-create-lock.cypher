// The row of version 0 is nobody's migration: its write lock lets one process migrate at a time.
MERGE (m:Migration {version: 0})
ON CREATE SET m.name = 'lock'
RETURN m.version AS version
