// Announces files before their first bytes are stored: without a link at the deadline, they are deleted.
UNWIND $keys AS key
MERGE (o:OrphanFile {key: key})
SET o.deadline = datetime.realtime().epochMillis + $lifeMs
RETURN count(*) AS count
