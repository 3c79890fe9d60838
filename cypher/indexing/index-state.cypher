SHOW VECTOR INDEXES YIELD name, state
WHERE name = 'passages_' + $slot
RETURN state
