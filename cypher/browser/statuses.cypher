// Ideas by status, and how long they have not been changed on average
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
RETURN i.status AS status, count(*) AS ideas, round(avg(timestamp() - i.updatedAt) / 86400000, 1) AS days_unchanged
ORDER BY ideas DESC, status
