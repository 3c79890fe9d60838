// Atomically activates a new index and retires the old one.
MATCH (x:EmbeddingIndex {slot: $slot})
WHERE x.id = $id AND x.state = 'building'
SET x.state = 'active'
WITH x
OPTIONAL MATCH (old:EmbeddingIndex)
WHERE old.slot IN ['a', 'b'] AND old.slot <> x.slot
SET old.state = 'retired'
RETURN x.slot AS slot
