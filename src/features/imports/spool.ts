import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Lists of records on disk, so that a file of any size may be judged whole before anything is written. */
export type Spool = Readonly<{
  add(list: string, record: unknown): Promise<void>
  /** The records of a list as they were added; nothing is added to it after the first reading. */
  read<T>(list: string): AsyncIterable<T>
  /** How many records a list has. */
  count(list: string): number
  remove(): Promise<void>
}>

type List = { readonly handle: FileHandle; pending: string; count: number }

const LEFT_BEHIND_MS = 24 * 60 * 60_000
const WRITE_CHARS = 65_536

/** Makes a spool of its own in the folder; what crashes left there more than a day ago is removed. */
export async function createSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeftBehind(folder)
  const own = await mkdtemp(path.join(folder, 'import-'))
  const lists = new Map<string, List>()
  const fileOf = (list: string): string => path.join(own, `${list}.ndjson`)

  return {
    async add(name, record) {
      const list = lists.get(name) ?? { handle: await open(fileOf(name), 'wx', 0o600), pending: '', count: 0 }
      lists.set(name, list)
      list.pending += `${lineOf(record)}\n`
      list.count += 1
      if (list.pending.length >= WRITE_CHARS) await flush(list)
    },
    async *read<T>(name: string) {
      const list = lists.get(name)
      if (list === undefined) return
      await flush(list)
      for await (const line of createInterface({ input: createReadStream(fileOf(name)) })) {
        yield JSON.parse(line) as T
      }
    },
    count: (name) => lists.get(name)?.count ?? 0,
    async remove() {
      for (const { handle } of lists.values()) await handle.close()
      await rm(own, { recursive: true, force: true })
    },
  }
}

async function flush(list: List): Promise<void> {
  const text = list.pending
  list.pending = ''
  await list.handle.appendFile(text)
}

/** JSON on one line also for readline, which ends lines at these two characters, too. */
function lineOf(record: unknown): string {
  return JSON.stringify(record)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)
}

async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const entry = path.join(folder, name)
    const age = Date.now() - (await stat(entry).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (age > LEFT_BEHIND_MS) await rm(entry, { recursive: true, force: true })
  }
}
