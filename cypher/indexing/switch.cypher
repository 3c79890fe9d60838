// Atomically activates a new index and retires the old one. Locks it before it looks, because another process may retire it.
MATCH (x:EmbeddingIndex {slot: $slot})
SET x:EmbeddingIndex
WITH x
WHERE x.id = $id AND x.state = 'building'
SET x.state = 'active'
WITH x
OPTIONAL MATCH (old:EmbeddingIndex)
WHERE old.slot IN ['a', 'b'] AND old.slot <> x.slot
SET old.state = 'retired'
RETURN x.slot AS slot
