/** The container image of Neo4j Community; the same as in docker-compose.yml. */
export const NEO4J_IMAGE = 'docker.io/library/neo4j:2026.08.1'

/** The container image of Redis; the same as in docker-compose.yml. */
export const REDIS_IMAGE = 'docker.io/library/redis:8'

/** The container image that downloads models without a local Maven; the same as in the Dockerfile. */
export const MAVEN_IMAGE = 'docker.io/library/maven:3-eclipse-temurin-21'
