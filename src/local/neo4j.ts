import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../config.ts'
import { startProcess } from './child-process.ts'
import { javaEnvironment, quickJava, type Java } from './java.ts'
import { folderOf, passwordIn, type Neo4jServer, type Place } from './place.ts'
import { pickPort } from './ports.ts'
import { neo4jReady } from './readiness.ts'

const run = promisify(execFile)

/** Starts Neo4j Community as a Java process on 127.0.0.1, with its data under the place's folder. */
export async function startNeo4jProcess(place: Place, java: Java, classPath: string): Promise<Neo4jServer> {
  const home = folderOf(place, 'neo4j')
  const logDir = folderOf(place, 'logs/neo4j')
  const ports = { bolt: await pickPort(place.ports.bolt), http: await pickPort(place.ports.http) }
  writeFileSync(path.join(home, 'neo4j.conf'), configuration(ports, place.brief ?? false))
  const password = passwordIn(path.join(home, 'password'))
  const program = path.join(java.home, 'bin/java')
  if (!existsSync(path.join(home, 'data/databases/system'))) {
    await setInitialPassword(program, classPath, place, password)
  }
  place.signal.throwIfAborted()
  const logFile = path.join(logDir, 'console.log')
  const server = await startProcess({
    command: program,
    args: [
      ...javaOptions(java, place.brief ?? false),
      '-cp',
      classPath,
      'org.neo4j.server.Neo4jCommunity',
      `--home-dir=${place.dataDir}`,
      `--config-dir=${home}`,
    ],
    env: javaEnvironment,
    logFile,
    recordFile: path.join(home, 'process.json'),
  })
  const address = { uri: `bolt://127.0.0.1:${String(ports.bolt)}`, user: 'neo4j', password }
  try {
    await neo4jReady({ name: 'Neo4j', ended: server.ended, logFile: logDir, signal: place.signal }, address)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { ...address, ...server, browserUrl: `http://localhost:${String(ports.http)}/browser/` }
}

/** Folders are named within the data folder, whose own name may hold letters that this file's format would mangle. */
function configuration(ports: Readonly<{ bolt: number; http: number }>, brief: boolean): string {
  return `# Written by every start; changes are lost.
server.default_listen_address=127.0.0.1
server.default_advertised_address=localhost
server.bolt.listen_address=:${String(ports.bolt)}
server.bolt.advertised_address=:${String(ports.bolt)}
server.http.listen_address=:${String(ports.http)}
server.http.advertised_address=:${String(ports.http)}
server.directories.data=neo4j/data
server.directories.run=neo4j/run
server.directories.import=neo4j/import
server.directories.plugins=neo4j/plugins
server.directories.logs=logs/neo4j
server.memory.pagecache.size=256m
dbms.usage_report.enabled=false
server.fleet_discovery.enabled=false
client.allow_telemetry=false
# The default waits five seconds for each of two connectors after the data is closed.
internal.server.bolt.thread_pool_shutdown_wait_time=500ms
${brief ? briefConfiguration : ''}`
}

const briefConfiguration = `# Else a database that fills from nothing has all its statements planned anew every ten seconds.
dbms.cypher.min_replan_interval=1h
`

function javaOptions(java: Java, brief: boolean): string[] {
  return [
    '-Xms512m',
    '-Xmx1g',
    ...(brief ? ['-XX:+UseSerialGC', quickJava] : ['-XX:+UseG1GC']),
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
  place: Place,
  password: string,
): Promise<void> {
  const home = folderOf(place, 'neo4j')
  // The arguments go through a file because other people on this machine can read a command line.
  const file = path.join(home, 'initial-password')
  writeFileSync(file, `dbms\nset-initial-password\n${password}\n`, { mode: 0o600 })
  try {
    await run(
      program,
      [quickJava, '-cp', classPath, 'org.neo4j.server.startup.Neo4jAdminCommand', `@${file}`],
      {
        env: { ...process.env, ...javaEnvironment, NEO4J_HOME: place.dataDir, NEO4J_CONF: home },
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
