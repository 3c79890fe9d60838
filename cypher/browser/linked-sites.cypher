// Sites that ideas link to
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})-[:HAS_LINK]->(l:Link)
WHERE l.attachmentId IS NULL
WITH split(split(l.url, '://')[1], '/')[0] AS site, i, l
RETURN site, count(DISTINCT i) AS ideas, count(l) AS links
ORDER BY links DESC, site
LIMIT 50
