// The shortest path between two ideas, as a graph (:param from => 1; :param to => 2)
MATCH (u:User {emailKey: toLower($email)})
MATCH (a:Idea {id: $from, userId: u.id})
MATCH (b:Idea {id: $to, userId: u.id})
MATCH path = SHORTEST 1 (a)-[:RELATED|PARENT|BLOCKS|INSPIRES|DUPLICATE|SUPERSEDES]-+(b)
RETURN path
