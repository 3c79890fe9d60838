// Tags with their ideas, and how many of these nobody tagged by hand
MATCH (u:User {emailKey: toLower($email)})
MATCH (t:Tag {userId: u.id})
OPTIONAL MATCH (t)<-[x:TAGGED]-(:Idea {archived: false})
RETURN t.name AS tag, count(x) AS ideas, count(x.auto) AS automatic
ORDER BY ideas DESC, tag
