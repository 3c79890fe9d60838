// Words have more forms than those stored: letters outside of ASCII are stored in plain ones as well, German verbs have other stems.
MATCH (i:Idea)
WHERE i.title + i.body =~ '(?s).*[^\\p{ASCII}].*' OR i.wordForms CONTAINS 'de_'
CALL (i) {
  SET i:WithoutForms
} IN TRANSACTIONS OF 1000 ROWS;
