// Under the ledger's lock: updates the records of later merges after an unmerge.
UNWIND $records AS record
MATCH (a:Idea {id: record.absorbedId})
WHERE a.userId = $userId
MATCH (a)-[m:MERGED_INTO]->(:Idea)
SET m.undo = record.undo
RETURN count(*) AS count
