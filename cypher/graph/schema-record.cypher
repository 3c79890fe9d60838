MERGE (m:Migration {version: $version})
SET m.name = $name, m.checksum = $checksum, m.appliedAt = $now
RETURN m.version AS version
