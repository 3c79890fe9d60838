// What a request with an Idempotency-Key was answered.
CREATE CONSTRAINT reply_key IF NOT EXISTS FOR (n:Reply) REQUIRE n.key IS UNIQUE;
CREATE INDEX reply_user IF NOT EXISTS FOR (n:Reply) ON (n.userId);
CREATE INDEX reply_age IF NOT EXISTS FOR (n:Reply) ON (n.createdAt);
