// Returns silently after a time-out, in seconds.
CALL db.awaitIndexes(2)
