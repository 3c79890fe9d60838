// Locks the ideas before it looks whether they changed meanwhile: a change stores its forms itself.
UNWIND $rows AS row
MATCH (i:Idea {id: row.id})
REMOVE i:WithoutForms
WITH i, row
WHERE i.contentHash = row.contentHash
SET i.wordForms = row.forms
RETURN count(*) AS stored
