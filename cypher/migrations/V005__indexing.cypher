// What still has to be done for an idea; one row per idea.
CREATE CONSTRAINT outbox_idea IF NOT EXISTS FOR (n:Outbox) REQUIRE n.ideaId IS UNIQUE;
// What a user wrote lately.
CREATE INDEX outbox_user IF NOT EXISTS FOR (n:Outbox) ON (n.userId, n.createdAt);
// The rows that are due, and those that were given up.
CREATE INDEX outbox_due IF NOT EXISTS FOR (n:Outbox) ON (n.dueAt);
CREATE INDEX outbox_failed IF NOT EXISTS FOR (n:Outbox) ON (n.failedAt);
// Where the vectors of an embedding model stand: in the slot a or b.
CREATE CONSTRAINT embedding_index_slot IF NOT EXISTS FOR (n:EmbeddingIndex) REQUIRE n.slot IS UNIQUE;
CREATE INDEX passage_user IF NOT EXISTS FOR (n:Passage) ON (n.userId);
