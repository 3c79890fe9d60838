// How the five best connected ideas hang together: the shortest paths between them, as a graph
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
WITH i, COUNT { (i)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-() } AS relations
ORDER BY relations DESC, i.id LIMIT 5
WITH collect(i) AS hubs
UNWIND hubs AS a
UNWIND hubs AS b
WITH a, b WHERE a.id < b.id
MATCH path = SHORTEST 1 (a)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-+(b)
RETURN path
