SHOW INDEXES YIELD name, state
WHERE state <> 'ONLINE'
RETURN name, state
