// Passages of a slot without a live index.
MATCH (p:PassageA)
WHERE NOT EXISTS { MATCH (x:EmbeddingIndex {slot: 'a'}) WHERE x.state IN ['building', 'active'] }
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS removed
