// Under the ledger's lock: links archived ideas to the ideas into which they were merged.
UNWIND $merges AS merge
MATCH (i:Idea {id: merge.ideaId})
MATCH (s:Idea {id: merge.survivorId})
WHERE i.userId = $userId AND s.userId = $userId
MERGE (i)-[:MERGED_INTO]->(s)
RETURN count(*) AS count
