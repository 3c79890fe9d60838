// Lineages of supersession, from the newest idea to the one that nothing came before
MATCH (u:User {emailKey: toLower($email)})
MATCH (newest:Idea {userId: u.id, archived: false})-[:SUPERSEDES]->()
WHERE NOT EXISTS { ()-[:SUPERSEDES]->(newest) }
WITH DISTINCT newest
MATCH path = SHORTEST 1 (newest)-[:SUPERSEDES]->+(oldest:Idea)
WHERE NOT EXISTS { (oldest)-[:SUPERSEDES]->() }
RETURN [i IN nodes(path) | i.title] AS lineage, length(path) AS steps
ORDER BY steps DESC, lineage
LIMIT 100
