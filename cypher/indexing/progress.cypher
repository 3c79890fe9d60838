// The progress of building an index, in ideas.
MATCH (x:EmbeddingIndex {slot: $slot})
RETURN x {.id, .state, .model} AS index,
  COUNT { (:Idea) } AS total,
  COUNT { MATCH (i:Idea) WHERE i.id > x.reached } AS unread,
  COUNT { MATCH (o:Outbox) WHERE o.stage = 'indexing' AND o.priority >= 3 AND o.dueAt >= 0 } AS waiting
