// What blocks what, as a graph
MATCH (u:User {emailKey: toLower($email)})
MATCH path = (blocker:Idea {userId: u.id})-[:BLOCKS]->(:Idea)
RETURN path
LIMIT 500
