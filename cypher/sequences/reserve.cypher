// Hands one process a block of ids in a transaction of its own: nobody waits for another's write, and a block that
// is lost with its process is never handed out again.
MATCH (s:Sequence {name: $name})
SET s.next = s.next + $size
RETURN s.next - $size AS first
