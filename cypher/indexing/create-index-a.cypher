CYPHER 25
// Tuned for recall in filtered searches: the defaults, binary quantisation and a factor of 3, miss some nearest neighbours.
CREATE VECTOR INDEX passages_a IF NOT EXISTS
FOR (p:PassageA) ON p.embedding WITH [p.userId]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'none',
  `vector.default_search_expansion_factor`: 6.0
}}
