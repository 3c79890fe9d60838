// Registers a new index in a free slot; the uniqueness constraint on the slot rejects concurrent attempts.
CREATE (x:EmbeddingIndex {
  slot: $slot, id: $id, model: $model, url: $url, dimensions: $dimensions, state: 'building', cursor: 0, reached: 0, fed: 0,
  createdAt: $now
})
RETURN x.slot AS slot
