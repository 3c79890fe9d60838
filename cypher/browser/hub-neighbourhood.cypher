// The best connected idea and what is around it, as a graph
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
WITH i, COUNT { (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } AS relations
ORDER BY relations DESC, i.id LIMIT 1
MATCH path = (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-(:Idea)
RETURN path
LIMIT 100
