/** The container image that runs as Neo4j Community; docker-compose.yml names the same. */
export const neo4jImage = 'docker.io/library/neo4j:2026.08.1'

/** The container image that runs as Redis; docker-compose.yml names the same. */
export const redisImage = 'docker.io/library/redis:8'

/** The container image that brings the embedding model where there is no Maven; the Dockerfile names the same. */
export const mavenImage = 'docker.io/library/maven:3-eclipse-temurin-21'
