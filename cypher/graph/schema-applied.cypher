MATCH (m:Migration)
WHERE m.version > 0
RETURN m.version AS version, m.checksum AS checksum
