import path from 'node:path'
import { pullImage, startContainer, type Engine } from './containers.ts'
import { NEO4J_IMAGE, REDIS_IMAGE } from './images.ts'
import { startNeo4jBy } from './neo4j.ts'
import { ensureFolder, type Neo4jServer, type LaunchOptions, type RedisServer } from './launch-options.ts'
import { redisConfiguration, startRedisBy } from './redis.ts'

/** Starts Neo4j in a container; `undefined` if the image cannot be pulled. */
export async function startNeo4jContainer(
  launch: LaunchOptions,
  engine: Engine,
): Promise<Neo4jServer | undefined> {
  if (!(await pullImage(engine, NEO4J_IMAGE, launch.signal))) return undefined
  return startNeo4jBy(
    async ({ ports, password }) =>
      startContainer(engine, launch, {
        name: 'neo4j',
        image: NEO4J_IMAGE,
        dataFolder: ensureFolder(launch, 'neo4j/data'),
        ports: [
          [ports.bolt, 7687],
          [ports.http, 7474],
        ],
        env: {
          NEO4J_AUTH: `neo4j/${password}`,
          NEO4J_server_bolt_advertised__address: `localhost:${ports.bolt}`,
          NEO4J_server_http_advertised__address: `localhost:${ports.http}`,
          NEO4J_server_memory_heap_initial__size: '512m',
          NEO4J_server_memory_heap_max__size: '1g',
          NEO4J_server_memory_pagecache_size: '256m',
          NEO4J_db_index_fulltext_eventually__consistent__refresh__interval: '1s',
          NEO4J_dbms_cypher_min__replan__interval: '1m',
          NEO4J_dbms_usage__report_enabled: 'false',
          NEO4J_server_fleet__discovery_enabled: 'false',
          NEO4J_internal_server_bolt_thread__pool__shutdown__wait__time: '500ms',
          NEO4J_client_allow__telemetry: 'false',
        },
      }),
    launch,
    path.join(launch.dataDir, 'logs/neo4j-container.log'),
  )
}

/** Starts Redis in a container; `undefined` if the image cannot be pulled. */
export async function startRedisContainer(
  launch: LaunchOptions,
  engine: Engine,
): Promise<RedisServer | undefined> {
  if (!(await pullImage(engine, REDIS_IMAGE, launch.signal))) return undefined
  return startRedisBy(
    async ({ port, password }) =>
      startContainer(engine, launch, {
        name: 'redis',
        image: REDIS_IMAGE,
        dataFolder: ensureFolder(launch, 'redis/data'),
        ports: [[port, 6379]],
        args: ['redis-server', '-'],
        input: redisConfiguration({ address: '0.0.0.0', port: 6379, folder: '/data', password }),
      }),
    launch,
    path.join(launch.dataDir, 'logs/redis-container.log'),
  )
}
