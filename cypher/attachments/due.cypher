// A keyset page of the files past their deadline. One that a link has was announced again by a repeat of its import.
MATCH (o:OrphanFile)
WHERE o.key > $after AND o.deadline < datetime.realtime().epochMillis
WITH o.key AS key ORDER BY key LIMIT $limit
RETURN key, EXISTS { MATCH (:Link {attachmentId: key}) } AS isLinked
