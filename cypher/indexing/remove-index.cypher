MATCH (x:EmbeddingIndex {slot: $slot})
WHERE x.id = $id AND x.state = 'retired'
WITH x, x.slot AS slot
DELETE x
RETURN slot
