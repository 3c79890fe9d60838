// Active ideas that contain any of the words, best first. The index only tells which ideas contain which words: its own scores and
// limits depend on the ideas of all users. Each of $masks asks for up to 12 words, and the score that it yields is a bit mask: of its
// word n, 4^n stands for the title and 2 * 4^n for the body. Ideas with the same mask are a group: what depends on their words
// alone is computed once for all of them. `found` and `groups` are pairs of ideas and words, a word a pair of its number and the two bits.
// The score is BM25 (k1 1.2, b 0.75) over the user's own ideas, with a word counted once in the title and once in the body, whose
// usual length is 2,000 characters. A last word that is only begun, and that none of the ideas holds, stands for the words that
// begin with it. Waits for the index only if the user's ideas were written within ten seconds.
// `coverage` is the share of the query's words that the idea holds, by their rarity. `idea` is null unless $whole. A row for each, so that
// long ideas are decoded one by one.
OPTIONAL MATCH (l:Ledger {userId: $userId})
CALL (l) {
  WITH l
  WHERE l.writtenAt >= datetime.realtime().epochMillis - 10000
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  RETURN count(*) AS waits
}
WITH coalesce(l.ideaCount, 0) AS ideas
CALL () {
  UNWIND range(0, size($masks) - 1) AS at
  CALL (at) {
    CALL db.index.fulltext.queryNodes($index, $masks[at]) YIELD node, score
    RETURN score, collect(node) AS holders
  }
  RETURN collect([holders, [n IN range(0, 11) WHERE toInteger(score / 4 ^ n) % 4 > 0 |
    [12 * at + n, toInteger(score / 4 ^ n) % 4]]]) AS found
}
CALL (found) {
  WITH found
  WHERE none(group IN found WHERE any(word IN group[1] WHERE word[0] = $begun.word) AND any(i IN group[0] WHERE i.archived = false))
  UNWIND CASE WHEN $begun IS NULL THEN [] ELSE ['idea_words', 'idea_terms'] END AS name
  CALL db.index.fulltext.queryNodes(name, $begun.longer) YIELD node, score
  WHERE score > 0
  RETURN collect(DISTINCT node) AS completions
}
WITH ideas, found + CASE WHEN completions = [] THEN [] ELSE [[completions, [[$begun.word, 2]]]] END AS groups
CALL (ideas, groups) {
  UNWIND groups + [[[], [at IN range(0, $size - 1) | [at, 0]]]] AS group
  WITH ideas, size(group[0]) AS holders, group[1] AS words
  UNWIND words AS word
  WITH ideas, word[0] AS at, sum(holders * (word[1] % 2)) AS titles, sum(holders * (word[1] / 2)) AS bodies
  WITH ideas, at, CASE WHEN titles > bodies THEN titles ELSE bodies END AS held
  ORDER BY at
  RETURN collect(log(1 + (CASE WHEN ideas > held THEN ideas - held ELSE 0 END + 0.5) / (held + 0.5))) AS rarities
}
WITH groups, rarities, reduce(sum = 0.0, rarity IN rarities | sum + rarity) AS all
UNWIND groups AS group
WITH group[0] AS holders, size(group[1]) AS held,
  reduce(sum = 0.0, word IN group[1] | sum + rarities[word[0]] * (word[1] % 2)) / (1 + 1.2) AS title,
  reduce(sum = 0.0, word IN group[1] | sum + rarities[word[0]] * (word[1] / 2)) AS body,
  reduce(sum = 0.0, word IN group[1] | sum + rarities[word[0]]) / all AS coverage
// A row for each holder from here on: only what ranks it is read and kept. An idea that has no bodyLength yet counts as short.
UNWIND holders AS i
WITH i, sum(held) AS held, sum(title) AS title, sum(body) AS body, sum(coverage) AS coverage
WITH i, held = $size AS hasAll, title, body, coverage, i {.id, .archived, .bodyLength} AS m
WHERE m.archived = false AND ($status IS NULL OR i.status = $status)
  AND all(key IN $tagKeys WHERE EXISTS { (i)-[:TAGGED]->(:Tag {nameKey: key}) })
WITH i, m.id AS id, hasAll, coverage,
  title + body / (1 + 1.2 * (0.25 + 0.75 * coalesce(m.bodyLength, 0) / 2000)) AS relevance
ORDER BY hasAll DESC, relevance DESC, id DESC SKIP $offset LIMIT $limit
WITH i, id, coverage, CASE WHEN hasAll THEN 0.5 ELSE 0.0 END + 0.5 * relevance / (relevance + 40) AS score
WHERE i.userId = $userId
RETURN id, score, coverage, CASE WHEN $whole THEN [id, i.title, i.body, i.status, i.source, i.sourceUrl, i.createdAt, i.updatedAt,
  EXISTS { (i)<-[:ABOUT]-(o:Outbox) WHERE o.priority < 3 AND o.failedAt IS NULL },
  COLLECT { MATCH (i)-[x:TAGGED]->(t:Tag) RETURN [t.name, x.auto IS NOT NULL] ORDER BY x.position },
  head(COLLECT { MATCH (i)<-[r:PARENT]-(p:Idea) RETURN p.id ORDER BY r.createdAt, r.id LIMIT 1 })] END AS idea
