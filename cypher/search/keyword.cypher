// Active ideas that contain any of the words, best first. The index only tells which ideas contain a word: its own scores and
// limits depend on the ideas of all users. The score is BM25 (k1 1.2, b 0.75) over the user's own ideas, with a word counted once
// in the title and once in the body, whose usual length is 2,000 characters. A last word that none of them holds
// stands for the words that begin with it. Waits for the index only if the user's ideas were written within ten seconds.
// `coverage` is the share of the query's words that the idea holds, by their rarity. `idea` is null unless $whole.
OPTIONAL MATCH (l:Ledger {userId: $userId})
CALL (l) {
  WITH l
  WHERE l.writtenAt >= datetime.realtime().epochMillis - 10000
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  RETURN count(*) AS waits
}
WITH coalesce(l.ideaCount, 0) AS ideas
UNWIND range(0, size($words) - 1) AS at
CALL (at) {
  CALL db.index.fulltext.queryNodes($index, $words[at].title) YIELD node, score
  WHERE score > 0
  RETURN collect(node) AS titles
}
CALL (at) {
  CALL db.index.fulltext.queryNodes($index, $words[at].body) YIELD node, score
  WHERE score > 0
  RETURN collect(node) AS bodies
}
CALL (at, titles, bodies) {
  UNWIND CASE WHEN none(i IN titles + bodies WHERE i.archived = false) THEN ['idea_words', 'idea_terms'] ELSE [] END AS name
  WITH name, $words[at].longer AS longer
  WHERE longer IS NOT NULL
  CALL db.index.fulltext.queryNodes(name, longer) YIELD node, score
  WHERE score > 0
  RETURN collect(DISTINCT node) AS completions
}
WITH ideas, at, titles, bodies + completions AS bodies
WITH ideas, at, titles, bodies, CASE WHEN size(titles) > size(bodies) THEN size(titles) ELSE size(bodies) END AS held
WITH titles, bodies, log(1 + (CASE WHEN ideas > held THEN ideas - held ELSE 0 END + 0.5) / (held + 0.5)) AS rarity
WITH collect([titles, bodies, rarity]) AS words, collect(rarity) AS rarities
UNWIND range(0, size(words) - 1) AS at
UNWIND [[words[at][0], rarities[at], 0.0], [words[at][1], 0.0, rarities[at]]] AS found
UNWIND found[0] AS i
WITH i, rarities, collect(DISTINCT at) AS held, sum(found[1]) AS title, sum(found[2]) AS body
WITH *, i {.id, .archived, .status, .bodyLength} AS m
WHERE m.archived = false AND ($status IS NULL OR m.status = $status)
  AND all(key IN $tagKeys WHERE EXISTS { (i)-[:TAGGED]->(:Tag {nameKey: key}) })
WITH i, m.id AS id, rarities, held,
  title / (1 + 1.2) + body / (1 + 1.2 * (0.25 + 0.75 * coalesce(m.bodyLength, size(i.body)) / 2000)) AS relevance
WITH i, id, rarities, held, CASE WHEN size(held) = size($words) THEN 0.5 ELSE 0.0 END + 0.5 * relevance / (relevance + 40) AS score
ORDER BY score DESC, id DESC SKIP $offset LIMIT $limit
WITH i, id, score, reduce(sum = 0.0, at IN held | sum + rarities[at]) / reduce(sum = 0.0, rarity IN rarities | sum + rarity) AS coverage
WHERE i.userId = $userId
CALL (i) {
  WITH i, i {.id, .title, .body, .status, .source, .sourceUrl, .createdAt, .updatedAt} AS m
  WHERE $whole
  RETURN collect([m.id, m.title, m.body, m.status, m.source, m.sourceUrl, m.createdAt, m.updatedAt,
    EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
    COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
    head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })]) AS ideas
}
RETURN id, score, coverage, head(ideas) AS idea
