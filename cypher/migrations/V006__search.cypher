// Words by their English stems. The owner is a part of the query; the indexes follow the writes in the background.
CREATE FULLTEXT INDEX idea_stems IF NOT EXISTS FOR (n:Idea) ON EACH [n.userId, n.title, n.body]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};
// Words as they stand, for queries of nothing but stop words. An order of the properties of its own makes it another index.
CREATE FULLTEXT INDEX idea_words IF NOT EXISTS FOR (n:Idea) ON EACH [n.title, n.body, n.userId]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-no-stop-words', `fulltext.eventually_consistent`: true}};
