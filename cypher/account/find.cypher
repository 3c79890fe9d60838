// By e-mail or by id.
OPTIONAL MATCH (byEmail:User {emailKey: $emailKey})
OPTIONAL MATCH (byId:User {id: $id})
WITH coalesce(byEmail, byId) AS u
WHERE u IS NOT NULL
RETURN u {.id, .email, .plan, .createdAt} AS user
