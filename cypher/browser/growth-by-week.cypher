// New ideas by week, and how many there were in all
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
WITH date.truncate('week', datetime({epochMillis: i.createdAt})) AS week, count(*) AS ideas
ORDER BY week
WITH collect([week, ideas]) AS weeks
UNWIND range(0, size(weeks) - 1) AS at
RETURN weeks[at][0] AS week, weeks[at][1] AS ideas, reduce(sum = 0, w IN weeks[..at + 1] | sum + w[1]) AS total
ORDER BY week
