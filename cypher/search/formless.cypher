// Ideas of an older version of the service, whose words have not all of their other forms stored yet.
MATCH (i:WithoutForms)
WHERE i.contentHash IS NOT NULL
WITH i LIMIT $limit
RETURN i.id AS id, i.title AS title, i.body AS body, i.contentHash AS contentHash
