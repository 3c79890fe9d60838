// What an operator's change must end or refresh everywhere.
CALL () {
  MATCH (k:ApiKey)
  WHERE k.userId = $userId
  RETURN k.hash AS hash
  UNION
  MATCH (t:McpToken)
  WHERE t.userId = $userId
  RETURN t.hash AS hash
  UNION
  MATCH (s:Session)
  WHERE s.userId = $userId
  RETURN s.hash AS hash
}
RETURN hash
