// How many active ideas there are of each status.
MATCH (i:Idea) USING INDEX SEEK i:Idea(userId, archived, createdAt, id)
WHERE i.userId = $userId AND i.archived = false AND i.createdAt IS NOT NULL AND i.id IS NOT NULL
  AND ($status IS NULL OR i.status = $status)
RETURN i.status AS status, count(*) AS ideas
