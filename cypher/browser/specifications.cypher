// Specifications by provider and model, with their tokens
MATCH (u:User {emailKey: toLower($email)})
MATCH (:Idea {userId: u.id})-[:HAS_SPECIFICATION]->(s:Specification)
RETURN s.provider AS provider, s.model AS model, count(*) AS specifications, sum(s.inputTokens) AS input_tokens, sum(s.outputTokens) AS output_tokens
ORDER BY specifications DESC, provider, model
