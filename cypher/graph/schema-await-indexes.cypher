// Returns silently after a time-out, hence schema-late-indexes.cypher.
CALL db.awaitIndexes(300)
