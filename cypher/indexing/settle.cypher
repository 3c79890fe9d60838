// The end of an idea's work, where it is still as it was.
MATCH (i:Idea {id: $ideaId})
SET i:Idea
WITH i
MATCH (i)<-[:ABOUT]-(o:Outbox)
WHERE o.version = $version AND o.stage = 'enrichment'
DETACH DELETE o
RETURN i.id AS id
