// Ideas that hold up the most others, directly and through others
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
WITH i, COUNT { (i)-[:BLOCKS]->() } AS direct
WHERE direct > 0 AND i.status <> 'shipped'
WITH i, direct ORDER BY direct DESC, i.id LIMIT 25
CALL (i) {
  MATCH SHORTEST 1 (i)-[:BLOCKS]->+(held:Idea)
  RETURN count(held) AS all
}
RETURN i.id AS id, i.title AS title, direct, all
ORDER BY all DESC, direct DESC, id
