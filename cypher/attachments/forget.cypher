// Forgets files that are deleted or linked, unless that has changed since they were read.
UNWIND $files AS file
MATCH (o:OrphanFile {key: file.key})
SET o.key = file.key
WITH o, file
WHERE o.deadline < datetime.realtime().epochMillis AND file.isLinked = EXISTS { MATCH (:Link {attachmentId: file.key}) }
DELETE o
RETURN count(*) AS count
