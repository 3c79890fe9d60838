// Captured ideas that nobody has changed for the longest time
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false, status: 'captured'})
RETURN i.id AS id, i.title AS title, date(datetime({epochMillis: i.updatedAt})) AS unchanged_since
ORDER BY i.updatedAt, id
LIMIT 50
