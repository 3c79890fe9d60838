import path from 'node:path'
import { OperatorError } from '../config.ts'
import { stopLeftover } from './child-process.ts'
import { startNeo4jContainer, startRedisContainer } from './container-way.ts'
import { containerName, findEngine, removeContainer, type Engine } from './containers.ts'
import { startNeo4jWithJava, startRedisWithProgram } from './local-way.ts'
import type { Neo4jServer, Place, RedisServer } from './place.ts'

const names = ['Redis', 'Neo4j']

/** Stops the servers that a crashed start left running with this data folder. */
export async function stopLeftovers(place: Place): Promise<void> {
  for (const name of names) {
    const record = path.join(place.dataDir, name.toLowerCase(), 'process.json')
    if (await stopLeftover(record)) sayStopped(name)
  }
}

/** Finds what can run servers here; the engine's containers of a crashed start are removed. */
export async function containerEngine(place: Place): Promise<Engine | undefined> {
  const engine = await findEngine()
  if (engine === undefined) return undefined
  for (const name of names) {
    if (await removeContainer(engine, containerName(place, name.toLowerCase()))) sayStopped(name)
  }
  return engine
}

function sayStopped(name: string): void {
  console.log(`Stopped the ${name} that an earlier start had left running.`)
}

/** Starts Neo4j: in a container if an engine answers and can, else as a program of this machine. */
export function startNeo4j(place: Place, engine: Engine | undefined): Promise<Neo4jServer> {
  return firstThatWorks(place, engine, {
    name: 'Neo4j',
    container: startNeo4jContainer,
    program: startNeo4jWithJava,
  })
}

/** Starts Redis: in a container if an engine answers and can, else as a program of this machine. */
export function startRedis(place: Place, engine: Engine | undefined): Promise<RedisServer> {
  return firstThatWorks(place, engine, {
    name: 'Redis',
    container: startRedisContainer,
    program: startRedisWithProgram,
  })
}

type Ways<Server> = Readonly<{
  name: string
  container: (place: Place, engine: Engine) => Promise<Server | undefined>
  program: (place: Place) => Promise<Server>
}>

async function firstThatWorks<Server>(
  place: Place,
  engine: Engine | undefined,
  ways: Ways<Server>,
): Promise<Server> {
  if (engine === undefined) return ways.program(place)
  const engineName = path.basename(engine.program)
  try {
    const server = await ways.container(place, engine)
    if (server !== undefined) return server
    place.signal.throwIfAborted()
    console.log(`${engineName} answers but has no image of ${ways.name}: trying a program of this machine.`)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    place.signal.throwIfAborted()
    console.log(`${engineName} cannot run ${ways.name} (${error.message}): trying a program of this machine.`)
  }
  return ways.program(place)
}
