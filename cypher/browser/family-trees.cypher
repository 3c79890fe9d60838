// Parents and their children, as a graph
MATCH (u:User {emailKey: toLower($email)})
MATCH path = (:Idea {userId: u.id})-[:PARENT]->(:Idea)
RETURN path
LIMIT 500
