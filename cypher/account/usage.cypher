MATCH (l:Ledger {userId: $userId})
CALL () {
  MATCH (k:Link)
  WHERE k.ownerId = $userId
  RETURN sum(k.bytes) AS attachmentBytes
}
RETURN l.ideaCount AS ideas, attachmentBytes
