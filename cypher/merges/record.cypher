// Under the ledger's lock: what is kept of other merges, after one was undone.
UNWIND $records AS record
MATCH (a:Idea {id: record.ideaId})
WHERE a.userId = $userId
MATCH (a)-[m:MERGED_INTO]->(:Idea)
SET m.undo = record.undo, m.others = record.others
RETURN count(*) AS count
