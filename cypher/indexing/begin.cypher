// A new index in a slot that is free; the constraint on the slot lets one of two beginnings pass.
CREATE (x:EmbeddingIndex {
  slot: $slot, id: $id, model: $model, url: $url, dimensions: $dimensions, state: 'building', cursor: 0, reached: 0, fed: 0,
  createdAt: $now
})
RETURN x.slot AS slot
