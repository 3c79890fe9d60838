// In a transaction that is rolled back: after it the others are planned as those behind a write.
CREATE ()
