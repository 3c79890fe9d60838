// Removes a completed job, unless the idea has changed.
MATCH (i:Idea {id: $ideaId})
SET i:Idea
WITH i
MATCH (i)<-[:ABOUT]-(o:Outbox)
WHERE o.version = $version AND o.stage = 'enrichment'
DETACH DELETE o
RETURN i.id AS id
