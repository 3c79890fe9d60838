import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import { splitLines } from './pieces.ts'
import type { RecordKind, RECORDS } from './schema.ts'

/** The lists of the spool: valid records with their locations in the file. */
export type Spooled<Kind extends RecordKind> = Readonly<{
  at: string
  value: z.output<(typeof RECORDS)[Kind]>
}>

type List = { readonly handle: FileHandle; pending: string; count: number }

const WRITE_CHARS = 65_536

/** Creates lists of records on disk, so that a file of any size can be validated as a whole before anything is written. */
export async function createSpool(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const own = await mkdtemp(path.join(folder, 'import-'))
  const lists = new Map<RecordKind, List>()
  const fileOf = (list: RecordKind): string => path.join(own, `${list}.ndjson`)

  return {
    async add(name: RecordKind, record: unknown): Promise<void> {
      const list = lists.get(name) ?? { handle: await open(fileOf(name), 'wx', 0o600), pending: '', count: 0 }
      lists.set(name, list)
      list.pending += `${JSON.stringify(record)}\n`
      list.count += 1
      if (list.pending.length >= WRITE_CHARS) await flush(list)
    },
    /** Keeps a file until the spool is removed, and returns its path. */
    async keep(pieces: AsyncIterable<Buffer>): Promise<string> {
      const file = path.join(own, 'archive.zip')
      await pipeline(pieces, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      return file
    },
    /** The records of a list in the order of adding. Do not add to a list after reading it. */
    async *read<Kind extends RecordKind>(name: Kind): AsyncGenerator<Spooled<Kind>> {
      const list = lists.get(name)
      if (list === undefined) return
      await flush(list)
      const lines = splitLines(createReadStream(fileOf(name)), Infinity)
      for await (const { bytes } of lines) {
        yield JSON.parse(String(bytes)) as Spooled<Kind>
      }
    },
    /** The number of records in a list. */
    count: (name: RecordKind): number => lists.get(name)?.count ?? 0,
    async remove(): Promise<void> {
      for (const { handle } of lists.values()) await handle.close()
      await rm(own, { recursive: true, force: true })
    },
  }
}
export type Spool = Awaited<ReturnType<typeof createSpool>>

async function flush(list: List): Promise<void> {
  const text = list.pending
  list.pending = ''
  await list.handle.appendFile(text)
}
