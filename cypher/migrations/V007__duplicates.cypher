// The pairs that a user is to look at, newest first.
CREATE INDEX duplicate_pair_open IF NOT EXISTS FOR (n:DuplicatePair) ON (n.userId, n.status, n.createdAt, n.id);
