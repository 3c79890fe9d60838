// Imports are forgotten after a while.
CREATE INDEX import_age IF NOT EXISTS FOR (n:Import) ON (n.startedAt);
