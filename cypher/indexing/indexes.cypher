MATCH (x:EmbeddingIndex)
WHERE x.slot IN ['a', 'b']
RETURN x {.slot, .id, .model, .url, .dimensions, .state} AS index
ORDER BY x.slot
