MATCH (u:User)
OPTIONAL MATCH (l:Ledger {userId: u.id})
RETURN u {.id, .email, .plan, .createdAt, ideas: coalesce(l.ideaCount, 0)} AS user ORDER BY u.createdAt, u.id
