// The longest blocking chain, up to 200 ideas: layer by layer, because there may be more paths than can be counted
MATCH (u:User {emailKey: toLower($email)})
MATCH (first:Idea {userId: u.id, archived: false})
WHERE EXISTS { (first)-[:BLOCKS]->() } AND NOT EXISTS { ()-[:BLOCKS]->(first) }
WITH collect(first) AS first
WITH reduce(layers = [first], step IN range(1, 199) |
  layers + [COLLECT { UNWIND layers[-1] AS i MATCH (i)-[:BLOCKS]->(next:Idea) RETURN DISTINCT next }]) AS layers
WITH [layer IN layers WHERE size(layer) > 0] AS layers
WHERE size(layers) > 0
WITH reduce(chain = [layers[-1][0]], step IN range(2, size(layers)) |
  COLLECT { WITH chain[0] AS next UNWIND layers[-step] AS i MATCH (i)-[:BLOCKS]->(next) RETURN i LIMIT 1 } + chain) AS chain
RETURN size(chain) - 1 AS steps, [i IN chain | i.title] AS chain
