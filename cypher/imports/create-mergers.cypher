// Under the ledger's lock: which idea an archived one was merged into.
UNWIND $mergers AS merger
MATCH (i:Idea {id: merger.ideaId})
MATCH (s:Idea {id: merger.survivorId})
WHERE i.userId = $userId AND s.userId = $userId
MERGE (i)-[:MERGED_INTO]->(s)
RETURN count(*) AS count
