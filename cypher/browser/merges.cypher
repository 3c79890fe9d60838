// Merged ideas and what they went into, the newest merges first
MATCH (u:User {emailKey: toLower($email)})
MATCH (absorbed:Idea {userId: u.id})-[m:MERGED_INTO]->(survivor:Idea)
RETURN datetime({epochMillis: m.createdAt}) AS merged_at, absorbed.title AS absorbed, survivor.title AS survivor
ORDER BY merged_at DESC, absorbed
LIMIT 100
