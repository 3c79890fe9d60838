import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../config.ts'
import { masterKeyOf, newMasterKey, type MasterKey } from '../cipher.ts'

/** The keys that encrypt the keys of users, the one that encrypts now first. */
export type MasterKeys = Readonly<{
  /** @throws OperatorError when the file that holds them cannot be read or made */
  all(): Promise<readonly [MasterKey, ...MasterKey[]]>
  /** Puts a new key first, unless there are several already. @throws OperatorError where the environment gives them */
  begin(): Promise<void>
  /** Forgets those with these ids, once nothing needs them any more. */
  end(ids: ReadonlySet<string>): Promise<void>
}>

const FILE = 'byok-master-key'

/** Those of the environment; a rotation is begun and ended by changing that. */
export function givenMasterKeys(keys: readonly [MasterKey, ...MasterKey[]]): MasterKeys {
  return {
    all: async () => keys,
    async begin() {
      if (new Set(keys.map(({ id }) => id)).size === 1)
        throw new OperatorError(
          'nothing to rotate: give the new key as BYOK_MASTER_KEY and the old one as BYOK_MASTER_KEY_PREVIOUS to all processes first',
        )
    },
    end: async () => undefined,
  }
}

/**
 * Those of a file in the data folder, one a line, made when it is not there. It is read each time: other processes of this
 * machine may rotate.
 */
export function ownMasterKeys(dataDir: string): MasterKeys {
  const file = path.join(dataDir, FILE)

  /** @throws OperatorError */
  const cannot =
    (what: string) =>
    (error: NodeJS.ErrnoException): never => {
      throw new OperatorError(`${file} cannot be ${what} (${error.code ?? error.message})`)
    }
  /** Puts a whole file into its place, on the disk: a half one would cost all keys. */
  const write = async (
    lines: readonly string[],
    put: (from: string, to: string) => Promise<void>,
  ): Promise<void> => {
    const next = `${file}.${randomUUID()}`
    await mkdir(dataDir, { recursive: true })
    try {
      await writeFile(next, `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
      await put(next, file)
      await syncFolder(dataDir)
    } finally {
      await rm(next, { force: true })
    }
  }
  /** Of several processes that begin at once, one makes it. */
  const make = async (): Promise<void> =>
    write([newMasterKey()], link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') cannot('written')(error)
    })
  const lines = async (): Promise<string[]> => {
    const text = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') return cannot('read')(error)
      await make()
      return readFile(file, 'utf8').catch(cannot('read'))
    })
    const written = text.split('\n').map((line) => line.trim())
    return [...new Set(written.filter((line) => line !== ''))]
  }

  return {
    async all() {
      const [first, ...others] = (await lines()).map((line) => {
        const key = masterKeyOf(line)
        if (key === undefined) throw new OperatorError(`${file} holds something that is no master key`)
        return key
      })
      if (first === undefined)
        throw new OperatorError(`${file} is empty: it held the master key of provider keys`)
      return [first, ...others]
    },
    async begin() {
      const present = await lines()
      if (present.length === 1) await write([newMasterKey(), ...present], rename).catch(cannot('written'))
    },
    async end(ids) {
      const needed = (await lines()).filter((line) => !ids.has(masterKeyOf(line)?.id ?? ''))
      await write(needed, rename).catch(cannot('written'))
    },
  }
}

/** Has a new name in a folder on the disk, too. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
