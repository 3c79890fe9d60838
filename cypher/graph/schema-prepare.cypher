// What must be there before the first migration, safe to run by many processes at once.
CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (n:Migration) REQUIRE n.version IS UNIQUE
