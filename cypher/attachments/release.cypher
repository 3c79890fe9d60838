// Makes a file that was announced, and got no link, due at once.
MATCH (o:OrphanFile {key: $key})
SET o.deadline = 0
RETURN count(*) AS count
