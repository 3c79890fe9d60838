// Tags that go together: ideas with both, and their share of the ideas with either
MATCH (u:User {emailKey: toLower($email)})
MATCH (a:Tag {userId: u.id})<-[:TAGGED]-(i:Idea {archived: false})-[:TAGGED]->(b:Tag)
WHERE a.nameKey < b.nameKey
WITH a, b, count(i) AS both
WITH a, b, both, COUNT { (a)<-[:TAGGED]-(:Idea {archived: false}) } + COUNT { (b)<-[:TAGGED]-(:Idea {archived: false}) } - both AS either
RETURN a.name AS tag, b.name AS other, both, round(1.0 * both / either, 2) AS share
ORDER BY both DESC, share DESC, tag, other
LIMIT 50
