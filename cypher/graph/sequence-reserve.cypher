// Reserves a block of ids in its own transaction, so that it does not wait for other writes. The ids of a block that is lost
// with its process are not reused.
MATCH (s:Sequence {name: $name})
SET s.next = s.next + $size
RETURN s.next - $size AS first
