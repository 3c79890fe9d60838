// How far an import has come, so that a repeat goes on or changes nothing.
CREATE CONSTRAINT import_key IF NOT EXISTS FOR (n:Import) REQUIRE n.key IS UNIQUE;
CREATE INDEX import_user IF NOT EXISTS FOR (n:Import) ON (n.userId);
// Pairs of possible duplicates; a file brings the reviews of another account.
CREATE CONSTRAINT duplicate_pair_id IF NOT EXISTS FOR (n:DuplicatePair) REQUIRE n.id IS UNIQUE;
CREATE INDEX duplicate_pair_user IF NOT EXISTS FOR (n:DuplicatePair) ON (n.userId);
MERGE (s:Sequence {name: 'duplicate'})
ON CREATE SET s.next = 1;
