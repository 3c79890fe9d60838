import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../platform/operator-error.ts'
import { startProcess, type ServerProcess } from './child-process.ts'
import { JAVA_ENVIRONMENT, QUICK_JAVA, type Java } from './java.ts'
import { ensureFolder, readOrCreatePassword, type Neo4jServer, type LaunchOptions } from './launch-options.ts'
import { pickPort } from './ports.ts'
import { neo4jReady } from './readiness.ts'

const run = promisify(execFile)

type Settings = Readonly<{ ports: Readonly<{ bolt: number; http: number }>; password: string }>

/**
 * Starts Neo4j by `run` and waits until it answers; errors point to `logFile`. It takes half a minute until it listens: if another
 * program has taken one of its ports meanwhile, it is started again on others.
 * @throws OperatorError when it exits or does not answer
 */
export async function startNeo4jBy(
  run: (settings: Settings) => Promise<ServerProcess>,
  launch: LaunchOptions,
  logFile: string,
): Promise<Neo4jServer> {
  const ports = { bolt: await pickPort(launch.ports.bolt), http: await pickPort(launch.ports.http) }
  const password = readOrCreatePassword(path.join(ensureFolder(launch, 'neo4j'), 'password'))
  const server = await run({ ports, password })
  const address = { uri: `bolt://127.0.0.1:${ports.bolt}`, user: 'neo4j', password }
  try {
    await neo4jReady(server, address, { logFile, signal: launch.signal })
  } catch (error) {
    if (launch.signal.aborted || (await areFree(ports))) throw error
    return startNeo4jBy(run, launch, logFile)
  }
  return { ...address, ...server, browserUrl: `http://localhost:${ports.http}/browser/` }
}

async function areFree({ bolt, http }: Settings['ports']): Promise<boolean> {
  return (await pickPort(bolt)) === bolt && (await pickPort(http)) === http
}

/** Runs Neo4j Community as a Java process on 127.0.0.1, with its data under the data folder. */
export async function runNeo4jProcess(
  launch: LaunchOptions,
  { java, classPath }: Readonly<{ java: Java; classPath: string }>,
  { ports, password }: Settings,
): Promise<ServerProcess> {
  const home = ensureFolder(launch, 'neo4j')
  writeFileSync(path.join(home, 'neo4j.conf'), configuration(ports, launch.brief ?? false))
  const program = path.join(java.home, 'bin/java')
  if (!existsSync(path.join(home, 'data/databases/system'))) {
    await setInitialPassword(program, classPath, launch, password)
  }
  launch.signal.throwIfAborted()
  return startProcess({
    command: program,
    args: [
      ...javaOptions(java, launch.brief ?? false),
      '-cp',
      classPath,
      'org.neo4j.server.Neo4jCommunity',
      `--home-dir=${launch.dataDir}`,
      `--config-dir=${home}`,
    ],
    env: JAVA_ENVIRONMENT,
    logFile: path.join(ensureFolder(launch, 'logs/neo4j'), 'console.log'),
    recordFile: path.join(home, 'process.json'),
  })
}

/** Paths are relative, because the data folder's name may contain characters that this file format cannot represent. */
function configuration(ports: Settings['ports'], brief: boolean): string {
  return `# Written by every start; changes are lost.
server.default_listen_address=127.0.0.1
server.default_advertised_address=localhost
server.bolt.listen_address=:${ports.bolt}
server.bolt.advertised_address=:${ports.bolt}
server.http.listen_address=:${ports.http}
server.http.advertised_address=:${ports.http}
server.directories.data=neo4j/data
server.directories.run=neo4j/run
server.directories.import=neo4j/import
server.directories.plugins=neo4j/plugins
server.directories.logs=logs/neo4j
server.memory.pagecache.size=256m
# By default each write refreshes the full-text indexes, which is most of its cost. A search that must see a write refreshes them itself.
db.index.fulltext.eventually_consistent_refresh_interval=1s
# By default statements are planned anew every ten seconds while a database fills: in the first minute after a start, when planning takes
# longest, and all requests of a statement wait for it.
dbms.cypher.min_replan_interval=${brief ? '1h' : '1m'}
dbms.usage_report.enabled=false
server.fleet_discovery.enabled=false
client.allow_telemetry=false
# The default waits five seconds for each of two connectors after the data is closed.
internal.server.bolt.thread_pool_shutdown_wait_time=500ms
`
}

/** With room for classes and code from the beginning: each time that their first small room is full, all of the heap is collected. */
const BRIEF_JAVA = [
  '-XX:+UseSerialGC',
  QUICK_JAVA,
  '-XX:MetaspaceSize=256m',
  '-XX:ReservedCodeCacheSize=240m',
]

function javaOptions(java: Java, brief: boolean): string[] {
  return [
    '-Xms512m',
    '-Xmx1g',
    ...(brief ? BRIEF_JAVA : ['-XX:+UseG1GC']),
    '--add-modules=jdk.incubator.vector',
    '--add-opens=java.base/java.nio=ALL-UNNAMED',
    '--enable-native-access=ALL-UNNAMED',
    // Only Java 23 and later know this one.
    ...(java.version >= 23 ? ['--sun-misc-unsafe-memory-access=allow'] : []),
  ]
}

async function setInitialPassword(
  program: string,
  classPath: string,
  launch: LaunchOptions,
  password: string,
): Promise<void> {
  const home = ensureFolder(launch, 'neo4j')
  // Passed in a file, because other users can read command lines.
  const file = path.join(home, 'initial-password')
  writeFileSync(file, `dbms\nset-initial-password\n${password}\n`, { mode: 0o600 })
  try {
    await run(
      program,
      [QUICK_JAVA, '-cp', classPath, 'org.neo4j.server.startup.Neo4jAdminCommand', `@${file}`],
      {
        env: { ...process.env, ...JAVA_ENVIRONMENT, NEO4J_HOME: launch.dataDir, NEO4J_CONF: home },
      },
    )
  } catch (error) {
    const reason =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : ''
    throw new OperatorError(`Neo4j's first password cannot be set: ${reason ?? ''}`)
  } finally {
    rmSync(file)
  }
}
