// Announces files before their first bytes are stored: without a link at the deadline, they are deleted. One that is past its deadline
// may be being deleted and stays so; a row for each of them.
UNWIND $keys AS key
MERGE (o:OrphanFile {key: key})
ON CREATE SET o.deadline = datetime.realtime().epochMillis + $lifeMs
SET o.key = key
WITH o, o.deadline > datetime.realtime().epochMillis AS isOurs
SET o.deadline = CASE WHEN isOurs THEN datetime.realtime().epochMillis + $lifeMs ELSE o.deadline END
WITH o, isOurs WHERE NOT isOurs
RETURN o.key AS key
