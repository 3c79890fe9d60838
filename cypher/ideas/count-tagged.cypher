// How many active ideas with all of the tags there are of each status.
MATCH (t:Tag)
WHERE t.userId = $userId AND t.nameKey IN $tagKeys
MATCH (t)<-[:TAGGED]-(i)
WITH i, count(*) AS hits
WHERE hits = size($tagKeys) AND i.archived = false AND ($status IS NULL OR i.status = $status)
RETURN i.status AS status, count(*) AS ideas
