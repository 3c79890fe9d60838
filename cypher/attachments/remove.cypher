// Under the ledger's lock: deletes the link of an attachment, whose file is deleted later.
MATCH (k:Link {attachmentId: $id})
WHERE k.ownerId = $userId
CREATE (:OrphanFile {key: $id, deadline: 0})
DETACH DELETE k
RETURN count(*) AS count
