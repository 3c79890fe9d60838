// The best connected ideas
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
WITH i, COUNT { (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } AS relations
WHERE relations > 0
RETURN i.id AS id, i.title AS title, relations
ORDER BY relations DESC, id
LIMIT 25
