/** The container image that runs as Neo4j Community; docker-compose.yml names the same. */
export const neo4jImage = 'docker.io/library/neo4j:2026.08.1'

/** The container image that runs as Redis; docker-compose.yml names the same. */
export const redisImage = 'docker.io/library/redis:8'
