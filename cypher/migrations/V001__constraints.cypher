// Uniqueness of every id and key. (Existence and node keys are Enterprise; null escapes uniqueness.)
CREATE CONSTRAINT user_id IF NOT EXISTS FOR (n:User) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT user_email IF NOT EXISTS FOR (n:User) REQUIRE n.emailKey IS UNIQUE;
CREATE CONSTRAINT ledger_user IF NOT EXISTS FOR (n:Ledger) REQUIRE n.userId IS UNIQUE;
CREATE CONSTRAINT receipt_request IF NOT EXISTS FOR (n:Receipt) REQUIRE n.requestId IS UNIQUE;
CREATE CONSTRAINT sequence_name IF NOT EXISTS FOR (n:Sequence) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT idea_id IF NOT EXISTS FOR (n:Idea) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT tag_id IF NOT EXISTS FOR (n:Tag) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT tag_name IF NOT EXISTS FOR (n:Tag) REQUIRE (n.userId, n.nameKey) IS UNIQUE;
CREATE CONSTRAINT link_id IF NOT EXISTS FOR (n:Link) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT api_key_id IF NOT EXISTS FOR (n:ApiKey) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT api_key_hash IF NOT EXISTS FOR (n:ApiKey) REQUIRE n.hash IS UNIQUE;
CREATE CONSTRAINT session_id IF NOT EXISTS FOR (n:Session) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT session_hash IF NOT EXISTS FOR (n:Session) REQUIRE n.hash IS UNIQUE;
CREATE CONSTRAINT related_id IF NOT EXISTS FOR ()-[r:RELATED]-() REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT parent_id IF NOT EXISTS FOR ()-[r:PARENT]-() REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT blocks_id IF NOT EXISTS FOR ()-[r:BLOCKS]-() REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT inspires_id IF NOT EXISTS FOR ()-[r:INSPIRES]-() REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT duplicate_id IF NOT EXISTS FOR ()-[r:DUPLICATE]-() REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT supersedes_id IF NOT EXISTS FOR ()-[r:SUPERSEDES]-() REQUIRE r.id IS UNIQUE;

// The newest ideas of a user, in order.
CREATE INDEX idea_order IF NOT EXISTS FOR (n:Idea) ON (n.userId, n.archived, n.createdAt, n.id);
// Equal ideas of a user.
CREATE INDEX idea_content IF NOT EXISTS FOR (n:Idea) ON (n.userId, n.contentHash);
CREATE INDEX api_key_user IF NOT EXISTS FOR (n:ApiKey) ON (n.userId);
CREATE INDEX session_user IF NOT EXISTS FOR (n:Session) ON (n.userId);
CREATE INDEX receipt_age IF NOT EXISTS FOR (n:Receipt) ON (n.createdAt);

// Ids are handed out in blocks from here.
UNWIND ['idea', 'tag', 'link', 'relation'] AS name
MERGE (s:Sequence {name: name})
ON CREATE SET s.next = 1;
