// Under the ledger's lock: the titles of links that stand for equal ones.
UNWIND $titles AS given
MATCH (l:Link {id: given.id})<-[:HAS_LINK]-(i:Idea)
WHERE i.userId = $userId
SET l.title = given.title
RETURN count(*) AS count
