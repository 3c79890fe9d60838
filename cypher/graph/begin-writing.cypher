// Changes something in a transaction that is rolled back, so that what follows in it is planned as behind a write.
CREATE ()
