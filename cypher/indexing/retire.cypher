// Retires an index.
MATCH (x:EmbeddingIndex {slot: $slot})
WHERE x.id = $id
SET x.state = 'retired'
RETURN x.slot AS slot
