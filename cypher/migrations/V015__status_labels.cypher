// The status of an idea is a label, too, by which Neo4j Browser can colour it.
MATCH (i:Idea)
WHERE NOT i:captured|exploring|building|shipped|shelved
CALL (i) {
  SET i:$(i.status)
} IN TRANSACTIONS OF 1000 ROWS;
