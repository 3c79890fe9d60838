// Returns silently when its time is up, hence the look at the states afterwards.
CALL db.awaitIndexes(300)
