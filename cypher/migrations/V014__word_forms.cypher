// Other forms of an idea's words are stored and searched as well; the service stores them for ideas with this label.
MATCH (i:Idea)
WHERE i.wordForms IS NULL
CALL (i) {
  SET i:WithoutForms
} IN TRANSACTIONS OF 1000 ROWS;
CREATE FULLTEXT INDEX idea_terms IF NOT EXISTS FOR (n:Idea) ON EACH [n.userId, n.title, n.body, n.wordForms]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};
DROP INDEX idea_stems IF EXISTS;
