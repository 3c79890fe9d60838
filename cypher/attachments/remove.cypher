// Under the ledger's lock: deletes the link of an attachment, whose file is deleted later. It has a row already if a repeat of its
// import announced it again.
MATCH (k:Link {attachmentId: $id})
WHERE k.ownerId = $userId
MERGE (o:OrphanFile {key: $id})
SET o.deadline = 0
DETACH DELETE k
RETURN count(*) AS count
