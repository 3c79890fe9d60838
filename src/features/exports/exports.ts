import type { Actor } from '../../platform/auth/actor.ts'
import { timestamp } from '../../platform/schema.ts'
import { csvExport } from './csv.ts'
import { graphExport, WRITERS } from './graph.ts'
import { jsonExport } from './json.ts'
import { openSource } from './source.ts'
import type { GraphFormat } from './schema.ts'
import type { ExportStore } from './store.ts'

/** A file to download; its non-empty pieces are read from the database on demand. */
export type ExportFile = Readonly<{ name: string; mediaType: string; pieces: AsyncIterable<string> }>

/** Exports of a user's data. @throws Problem `service_unavailable` before the first piece */
export function createExports({ store, clock }: Readonly<{ store: ExportStore; clock: () => number }>) {
  return {
    /** All ideas, including archived ones, with everything that belongs to them. */
    async json({ userId }: Actor): Promise<ExportFile> {
      const now = timestamp(clock())
      const source = await openSource(store, userId, { archived: true })
      return file(now, { extension: 'json', mediaType: 'application/json' }, jsonExport(source, now))
    },

    /** The active ideas as a table. */
    async csv({ userId }: Actor): Promise<ExportFile> {
      const now = timestamp(clock())
      const source = await openSource(store, userId, { archived: false })
      return file(now, { extension: 'csv', mediaType: 'text/csv' }, csvExport(source))
    },

    /** The active ideas and their relations in a graph format. */
    async graph({ userId }: Actor, format: GraphFormat): Promise<ExportFile> {
      const now = timestamp(clock())
      const source = await openSource(store, userId, { archived: false })
      return file(now, WRITERS[format], graphExport(source, WRITERS[format], now))
    },
  }
}
export type Exports = ReturnType<typeof createExports>

function file(
  now: string,
  { extension, mediaType }: Readonly<{ extension: string; mediaType: string }>,
  pieces: AsyncIterable<string>,
): ExportFile {
  return { name: `ideas-${now.slice(0, 10)}.${extension}`, mediaType, pieces: filled(pieces) }
}

async function* filled(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) if (piece !== '') yield piece
}
