MATCH (u:User {id: $userId})
SET u.plan = $plan, u.updatedAt = $now
RETURN u.id AS id
