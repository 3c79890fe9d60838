MATCH (u:User)
RETURN count(u) AS users
