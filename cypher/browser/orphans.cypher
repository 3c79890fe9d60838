// Ideas without any relation, the newest first
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
WHERE NOT EXISTS { (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() }
RETURN i.id AS id, i.title AS title, i.status AS status
ORDER BY id DESC
LIMIT 500
