// Passages of a slot without a live index.
MATCH (p:PassageB)
WHERE NOT EXISTS { MATCH (x:EmbeddingIndex {slot: 'b'}) WHERE x.state IN ['building', 'active'] }
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS removed
