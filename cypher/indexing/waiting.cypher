// How many ideas wait to be indexed anew.
MATCH (o:Outbox)
WHERE o.stage = 'indexing' AND o.priority >= 3 AND o.dueAt >= 0
RETURN count(o) AS waiting
