// Retires an index that is being built. Locks it before it looks, because another process may switch to it.
MATCH (x:EmbeddingIndex {slot: $slot})
SET x:EmbeddingIndex
WITH x
WHERE x.id = $id AND x.state = 'building'
SET x.state = 'retired'
RETURN x.slot AS slot
