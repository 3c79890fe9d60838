// The number of users; answered from the count store.
MATCH (l:Ledger)
RETURN count(l) AS users
