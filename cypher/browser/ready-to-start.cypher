// Ideas that nothing blocks but what is shipped, those first that block the most
MATCH (u:User {emailKey: toLower($email)})
MATCH (i:Idea {userId: u.id, archived: false})
WHERE i.status IN ['captured', 'exploring']
  AND NOT EXISTS { (b:Idea)-[:BLOCKS]->(i) WHERE b.status <> 'shipped' }
RETURN i.id AS id, i.title AS title, i.status AS status, COUNT { (i)-[:BLOCKS]->() } AS blocks
ORDER BY blocks DESC, id DESC
LIMIT 100
