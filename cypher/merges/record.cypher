// Under the ledger's lock: what is kept of other merges into the idea, after one of them was undone.
UNWIND $records AS record
MATCH (a:Idea {id: record.ideaId})-[m:MERGED_INTO]->(s:Idea {id: $survivorId})
WHERE s.userId = $userId
SET m.undo = record.undo
RETURN count(*) AS count
