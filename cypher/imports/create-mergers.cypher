// Under the ledger's lock: links archived ideas to the ideas into which they were merged.
UNWIND $mergers AS merger
MATCH (i:Idea {id: merger.ideaId})
MATCH (s:Idea {id: merger.survivorId})
WHERE i.userId = $userId AND s.userId = $userId
MERGE (i)-[:MERGED_INTO]->(s)
RETURN count(*) AS count
