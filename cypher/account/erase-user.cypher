MATCH (u:User {id: $userId})
WITH u, u.id AS id
DETACH DELETE u
RETURN id
