// Files that were uploaded: those of links, and those without one, which are deleted at their deadline.
CREATE CONSTRAINT link_attachment IF NOT EXISTS FOR (n:Link) REQUIRE n.attachmentId IS UNIQUE;
CREATE INDEX link_owner IF NOT EXISTS FOR (n:Link) ON (n.ownerId);
CREATE CONSTRAINT orphan_file_key IF NOT EXISTS FOR (n:OrphanFile) REQUIRE n.key IS UNIQUE;
CREATE INDEX orphan_file_deadline IF NOT EXISTS FOR (n:OrphanFile) ON (n.deadline);
