// The end of jobs all of whose results are written, where the ideas are still as they were.
UNWIND $settled AS job
MATCH (i:Idea {id: job.ideaId})
SET i:Idea
WITH job, i
MATCH (i)<-[:ABOUT]-(o:Outbox)
WHERE o.version = job.version
DETACH DELETE o
RETURN i.id AS id
