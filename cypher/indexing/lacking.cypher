// How many ideas an index lacks that the other one has, because their jobs were given up.
MATCH (o:Outbox)
WHERE o.failedAt > 0
MATCH (o)-[:ABOUT]->(i:Idea)
WHERE EXISTS { MATCH (i)-[:HAS_PASSAGE]->(p:Passage) WHERE NOT $label IN labels(p) }
  AND NOT EXISTS { MATCH (i)-[:HAS_PASSAGE]->(p:Passage) WHERE $label IN labels(p) }
RETURN count(i) AS lacking
