// Waits until the passages of a job are in the vector index: their writer keeps its lock on the job until then. Setting the
// existing label acquires it.
MATCH (o:Outbox {ideaId: $ideaId})
SET o:Outbox
RETURN o.ideaId AS ideaId
