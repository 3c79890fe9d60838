import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import { stopLeftover } from './child-process.ts'
import { startNeo4jContainer, startRedisContainer } from './container-servers.ts'
import { containerName, findEngine, removeContainer, type Engine } from './containers.ts'
import { startNeo4jWithJava, startRedisWithProgram } from './host-servers.ts'
import type { LaunchOptions } from './launch-options.ts'

const NAMES = ['Redis', 'Neo4j']

/** Stops the servers that a crashed start left running with this data folder. */
export async function stopLeftovers(launch: LaunchOptions): Promise<void> {
  for (const name of NAMES) {
    const record = path.join(launch.dataDir, name.toLowerCase(), 'process.json')
    if (await stopLeftover(record)) sayStopped(name)
  }
}

/** Finds a container engine, and removes containers that a crashed start left. */
export async function containerEngine(launch: LaunchOptions): Promise<Engine | undefined> {
  const engine = await findEngine()
  if (engine === undefined) return undefined
  for (const name of NAMES) {
    if (await removeContainer(engine, containerName(launch, name.toLowerCase()))) sayStopped(name)
  }
  return engine
}

function sayStopped(name: string): void {
  console.log(`Stopped the ${name} that an earlier start had left running.`)
}

/** Starts Neo4j in a container, or as a local program if that is not possible. */
export const startNeo4j = containerFirst('Neo4j', startNeo4jContainer, startNeo4jWithJava)

/** Starts Redis in a container, or as a local program if that is not possible. */
export const startRedis = containerFirst('Redis', startRedisContainer, startRedisWithProgram)

function containerFirst<Server>(
  name: string,
  container: (launch: LaunchOptions, engine: Engine) => Promise<Server | undefined>,
  program: (launch: LaunchOptions) => Promise<Server>,
) {
  return async (launch: LaunchOptions, engine: Engine | undefined): Promise<Server> => {
    if (engine === undefined) return program(launch)
    const engineName = path.basename(engine.program)
    try {
      const server = await container(launch, engine)
      if (server !== undefined) return server
      launch.signal.throwIfAborted()
      console.log(`${engineName} cannot pull the image of ${name}: trying a local program.`)
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      launch.signal.throwIfAborted()
      console.log(`${engineName} cannot run ${name} (${error.message}): trying a local program.`)
    }
    return program(launch)
  }
}
