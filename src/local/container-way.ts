import path from 'node:path'
import { bringImage, startContainer, type Engine } from './containers.ts'
import { neo4jImage, redisImage } from './images.ts'
import { folderOf, passwordIn, type Neo4jServer, type Place, type RedisServer } from './place.ts'
import { pickPort } from './ports.ts'
import { neo4jReady, redisReady } from './readiness.ts'
import { redisConfiguration } from './redis.ts'

/** Starts Neo4j in a container; `undefined` when the engine cannot bring its image. */
export async function startNeo4jContainer(place: Place, engine: Engine): Promise<Neo4jServer | undefined> {
  if (!(await bringImage(engine, neo4jImage, place.signal))) return undefined
  const home = folderOf(place, 'neo4j')
  const ports = { bolt: await pickPort(place.ports.bolt), http: await pickPort(place.ports.http) }
  const password = passwordIn(path.join(home, 'password'))
  const server = await startContainer(engine, place, {
    name: 'neo4j',
    image: neo4jImage,
    dataFolder: folderOf(place, 'neo4j/data'),
    ports: [
      [ports.bolt, 7687],
      [ports.http, 7474],
    ],
    env: {
      NEO4J_AUTH: `neo4j/${password}`,
      NEO4J_server_bolt_advertised__address: `localhost:${String(ports.bolt)}`,
      NEO4J_server_http_advertised__address: `localhost:${String(ports.http)}`,
      NEO4J_server_memory_heap_initial__size: '512m',
      NEO4J_server_memory_heap_max__size: '1g',
      NEO4J_server_memory_pagecache_size: '256m',
      NEO4J_dbms_usage__report_enabled: 'false',
      NEO4J_server_fleet__discovery_enabled: 'false',
      NEO4J_internal_server_bolt_thread__pool__shutdown__wait__time: '500ms',
      NEO4J_client_allow__telemetry: 'false',
    },
  })
  const address = { uri: `bolt://127.0.0.1:${String(ports.bolt)}`, user: 'neo4j', password }
  const logFile = path.join(place.dataDir, 'logs/neo4j-container.log')
  await readyOrStopped(server, () =>
    neo4jReady({ name: 'Neo4j', ended: server.ended, logFile, signal: place.signal }, address),
  )
  return { ...address, ...server, browserUrl: `http://localhost:${String(ports.http)}/browser/` }
}

/** Starts Redis in a container; `undefined` when the engine cannot bring its image. */
export async function startRedisContainer(place: Place, engine: Engine): Promise<RedisServer | undefined> {
  if (!(await bringImage(engine, redisImage, place.signal))) return undefined
  const home = folderOf(place, 'redis')
  const port = await pickPort(place.ports.redis)
  const password = passwordIn(path.join(home, 'password'))
  const server = await startContainer(engine, place, {
    name: 'redis',
    image: redisImage,
    dataFolder: folderOf(place, 'redis/data'),
    ports: [[port, 6379]],
    args: ['redis-server', '-'],
    input: redisConfiguration({ address: '0.0.0.0', port: 6379, folder: '/data', password }),
  })
  const url = `redis://default:${password}@127.0.0.1:${String(port)}`
  const logFile = path.join(place.dataDir, 'logs/redis-container.log')
  await readyOrStopped(server, () =>
    redisReady({ name: 'Redis', ended: server.ended, logFile, signal: place.signal }, url),
  )
  return { ...server, url }
}

async function readyOrStopped(server: Readonly<{ stop: () => Promise<void> }>, ready: () => Promise<void>) {
  try {
    await ready()
  } catch (error) {
    await server.stop()
    throw error
  }
}
