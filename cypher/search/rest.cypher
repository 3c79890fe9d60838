// Hybrid search beyond its windows: all other ideas that have passages or contain a word, the most similar first. Only
// passages of ideas that pass the filters are compared. The masks and the last word, if it is only begun, are as in
// keyword.cypher.
CALL () {
  MATCH (i:Idea)
  USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
  WHERE i.userId = $userId AND i.archived = false AND i.createdAt IS NOT NULL AND i.id IS NOT NULL AND NOT i.id IN $known
    AND ($status IS NULL OR i.status = $status)
    AND all(key IN $tagKeys WHERE EXISTS { (i)-[:TAGGED]->(:Tag {nameKey: key}) })
  MATCH (i)-[:HAS_PASSAGE]->(p:$($label))
  WITH i, p.position AS position, vector.similarity.cosine(p.embedding, $vector) AS similarity
  ORDER BY similarity DESC, position
  RETURN i, max(similarity) AS similarity, head(collect(position)) AS position, 0 AS words
  UNION ALL
  CALL () {
    UNWIND range(0, size($masks) - 1) AS at
    CALL db.index.fulltext.queryNodes($index, $masks[at]) YIELD node, score
    WHERE score >= 1
    WITH node, score, CASE WHEN at = $begun.word / 12 THEN $begun.word % 12 END AS n
    RETURN collect(DISTINCT node) AS holders,
      collect(CASE WHEN toInteger(score / 4 ^ n) % 4 > 0 THEN node END) AS ofBegun
  }
  CALL (ofBegun) {
    WITH ofBegun
    WHERE none(i IN ofBegun WHERE i.archived = false)
    UNWIND CASE WHEN $begun IS NULL THEN [] ELSE ['idea_words', 'idea_terms'] END AS name
    CALL db.index.fulltext.queryNodes(name, $begun.longer) YIELD node, score
    WHERE score > 0
    RETURN collect(DISTINCT node) AS completions
  }
  UNWIND holders + completions AS i
  RETURN DISTINCT i, null AS similarity, null AS position, 1 AS words
}
WITH i, max(similarity) AS similarity, max(position) AS position, sum(words) > 0 AS holdsWords
WHERE i.userId = $userId AND i.archived = false AND NOT i.id IN $known
  AND ($status IS NULL OR i.status = $status)
  AND COUNT { (i)-[:TAGGED]->(t:Tag) WHERE t.nameKey IN $tagKeys } = size($tagKeys)
WITH i.id AS id, CASE WHEN similarity > 0.5 THEN similarity ELSE 0.5 END AS score, position, holdsWords
ORDER BY score DESC, id DESC SKIP $offset LIMIT $limit
RETURN id, score, position, holdsWords
