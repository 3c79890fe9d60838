// Possible duplicates that wait for a decision, the surest first
MATCH (u:User {emailKey: toLower($email)})
MATCH (newer:Idea)<-[:FLAGS]-(pair:DuplicatePair {userId: u.id, status: 'pending'})-[:DUPLICATE_OF]->(older:Idea)
RETURN pair.id AS pair, newer.title AS idea, older.title AS duplicate_of, pair.confidence AS confidence, pair.reasons AS reasons
ORDER BY confidence DESC, pair
LIMIT 100
