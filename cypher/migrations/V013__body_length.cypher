// Search reads the length of many bodies, which takes a fraction of reading the bodies.
MATCH (i:Idea)
WHERE i.bodyLength IS NULL
CALL (i) {
  SET i.bodyLength = size(i.body)
} IN TRANSACTIONS OF 1000 ROWS;
