import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import { MODEL } from '../platform/embeddings/model-files.ts'
import { JAVA_ENVIRONMENT, QUICK_JAVA } from './java.ts'
import { runMaven, type MavenRunOptions } from './maven-run.ts'

const root = path.resolve(import.meta.dirname, '../..')
// The compiled code reads it from src, too.
const pom = path.join(root, 'src/local/pom.xml')
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'
const EMBEDDED_REDIS = 'com.github.codemonstur:embedded-redis:1.4.4'
// The folder of an installed package may be read-only, and is replaced by updates.
const isInstalled = path.basename(path.dirname(root)) === 'node_modules'
const cacheHome = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache')

/** The model's name in messages. */
export const MODEL_NAME = 'the embedding model'

/** The cache of downloads, shared by all data folders. */
export const cacheFolder = path.join(
  isInstalled ? cacheHome : path.join(root, 'node_modules/.cache'),
  'idea-repository',
)

/** The options of a run of the local Maven. */
export type MavenOptions = MavenRunOptions & Readonly<{ javaHome?: string }>

/**
 * The class path of Neo4j in Maven's local repository; missing jars are downloaded.
 * @throws OperatorError when Maven fails
 */
export async function neo4jClassPath(options: MavenOptions): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)
  const file = path.join(cacheFolder, `neo4j-${version}.classpath`)
  const complete = () => {
    const classPath = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    return classPath !== '' && classPath.split(path.delimiter).every((jar) => existsSync(jar))
      ? classPath
      : undefined
  }
  const known = complete()
  if (known !== undefined) return known
  await maven(
    'Neo4j',
    [`${PLUGIN}:build-classpath`, '-f', pom, '-DincludeScope=runtime', `-Dmdep.outputFile=${file}`],
    options,
  )
  const classPath = complete()
  if (classPath === undefined) throw new OperatorError('Maven brought no complete Neo4j')
  return classPath
}

/**
 * The Redis program of the embedded-redis jar for this platform, downloaded if missing.
 * @throws OperatorError when the jar has none for this platform or Maven fails
 */
export async function embeddedRedisServer(options: MavenOptions): Promise<string> {
  const folder = path.join(cacheFolder, EMBEDDED_REDIS.replaceAll(':', '-'))
  const name = redisBinaries[`${process.platform}-${process.arch}`]
  if (name === undefined) throw new OperatorError('there is no Redis for this platform: install redis-server')
  const program = path.join(folder, name)
  if (!existsSync(program)) {
    // Elsewhere first: what is unpacked in part, or not executable yet, must not look whole to the next start.
    const draft = `${folder}.draft-${process.pid}`
    try {
      await maven('Redis', unpack(EMBEDDED_REDIS, [name], draft), options)
      chmodSync(path.join(draft, name), 0o755)
      mkdirSync(folder, { recursive: true })
      renameSync(path.join(draft, name), program)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return program
}

/**
 * Writes the two files of a local model into `folder`, by their names in the jar.
 * @throws OperatorError when Maven fails
 */
export async function unpackModel(folder: string, options: MavenOptions): Promise<void> {
  await maven(MODEL_NAME, modelArguments(folder), options)
}

/** Maven arguments that unpack the two files of a local model into `folder`. */
export function modelArguments(folder: string): string[] {
  const { artifact, files } = MODEL
  return unpack(
    artifact,
    files.map(({ inJar }) => inJar),
    folder,
  )
}

function unpack(artifact: string, files: readonly string[], folder: string): string[] {
  return [
    `${PLUGIN}:unpack`,
    `-Dartifact=${artifact}`,
    `-DoutputDirectory=${folder}`,
    `-Dmdep.unpack.includes=${files.join(',')}`,
  ]
}

const redisBinaries: Readonly<Record<string, string>> = {
  'linux-x64': 'redis-server-6.2.6-v5-linux-amd64',
  'linux-arm64': 'redis-server-6.2.7-linux-arm64',
  'darwin-x64': 'redis-server-6.2.6-v5-darwin-amd64',
  'darwin-arm64': 'redis-server-6.2.6-v5-darwin-arm64',
}

async function maven(what: string, args: readonly string[], options: MavenOptions): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true })
  const env = {
    ...JAVA_ENVIRONMENT,
    MAVEN_OPTS: [QUICK_JAVA, process.env['MAVEN_OPTS']].join(' ').trim(),
    ...(options.javaHome === undefined ? {} : { JAVA_HOME: options.javaHome }),
  }
  await runMaven({ what, command: ['mvn'], args, cwd: cacheFolder, env }, options)
}
