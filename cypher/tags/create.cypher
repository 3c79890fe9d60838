// Under the ledger's lock; no row if the account has $most tags already.
CALL () {
  MATCH (t:Tag)
  WHERE t.userId = $userId AND t.nameKey > ''
  WITH t LIMIT $most
  RETURN count(t) AS existing
}
WITH existing
WHERE existing < $most
CREATE (t:Tag {id: $id, userId: $userId, name: $name, nameKey: $nameKey, color: $color, createdAt: $now})
RETURN t.id AS id
