import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { synced } from '../files/synced.ts'
import { OperatorError } from '../operator-error.ts'
import { masterKeyOf, newMasterKey, type MasterKey } from './cipher.ts'

/** The keys that encrypt users' provider keys, current first. */
export type MasterKeys = Readonly<{
  /** @throws OperatorError when the key file cannot be read or created */
  all(): Promise<readonly [MasterKey, ...MasterKey[]]>
  /** Starts a rotation: adds a new current key unless there are several. @throws OperatorError without one in the environment */
  begin(): Promise<void>
  /** Ends a rotation: removes the keys with these ids, which nothing uses any more. */
  end(ids: ReadonlySet<string>): Promise<void>
}>

const FILE = 'byok-master-key'

/** Master keys of the environment, current first; if empty, the key file in `dataDir` is used. */
export type MasterKeyConfig = Readonly<{
  masterKeys: readonly MasterKey[]
  isProduction: boolean
  dataDir: string
}>

/** The master keys of the environment or of the key file. @throws OperatorError in production without one in the environment */
export function masterKeysOf({ masterKeys, isProduction, dataDir }: MasterKeyConfig): MasterKeys {
  const [first, ...others] = masterKeys
  if (first !== undefined) return givenMasterKeys([first, ...others])
  if (isProduction) {
    throw new OperatorError('BYOK_MASTER_KEY is required in production (`openssl rand -hex 32` makes one)')
  }
  return ownMasterKeys(dataDir)
}

/** Master keys of the environment; the operator starts and ends a rotation by changing the variables. */
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
 * Master keys of a file in the data folder, one per line, created if missing. It is read on every use, because another
 * process may rotate.
 */
export function ownMasterKeys(dataDir: string): MasterKeys {
  const file = path.join(dataDir, FILE)

  /** @throws OperatorError */
  const cannot =
    (what: string) =>
    (error: NodeJS.ErrnoException): never => {
      throw new OperatorError(`${file} cannot be ${what} (${error.code ?? error.message})`)
    }
  /** Replaces the file atomically and durably, because a partial file would lose all keys. */
  const write = async (
    lines: readonly string[],
    put: (from: string, to: string) => Promise<void>,
  ): Promise<void> => {
    const next = `${file}.${randomUUID()}`
    await mkdir(dataDir, { recursive: true })
    try {
      await writeFile(next, `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
      await put(next, file)
      // Not supported on Windows.
      if (process.platform !== 'win32') await synced(dataDir)
    } finally {
      await rm(next, { force: true })
    }
  }
  /** Creates the file; the first of concurrent processes wins. */
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
