import type { Actor } from '../actor.ts'
import { timestamp } from '../fields.ts'
import { csvExport } from './csv.ts'
import { graphExport, WRITERS } from './graph.ts'
import { jsonExport } from './json.ts'
import { openReading } from './reading.ts'
import type { GraphFormat } from './schema.ts'
import type { ExportStore } from './store.ts'

/** A file to download: its text in pieces, none of them empty, read from the database as they are taken. */
export type ExportFile = Readonly<{ name: string; mediaType: string; pieces: AsyncIterable<string> }>

/** Everything of a user, or the ideas, or their graph, as files. @throws Problem `service_unavailable` before a piece */
export function createExports({ store, clock }: Readonly<{ store: ExportStore; clock: () => number }>) {
  return {
    /** All ideas, archived ones too, with everything that belongs to them. */
    async json({ userId }: Actor): Promise<ExportFile> {
      const now = timestamp(clock())
      const reading = await openReading(store, userId, { archived: true })
      return file(now, { extension: 'json', mediaType: 'application/json' }, jsonExport(reading, now))
    },

    /** The active ideas as a table. */
    async csv({ userId }: Actor): Promise<ExportFile> {
      const now = timestamp(clock())
      const reading = await openReading(store, userId, { archived: false })
      return file(now, { extension: 'csv', mediaType: 'text/csv' }, csvExport(reading))
    },

    /** The active ideas and their relations for other programs. */
    async graph({ userId }: Actor, format: GraphFormat): Promise<ExportFile> {
      const now = timestamp(clock())
      const reading = await openReading(store, userId, { archived: false })
      return file(now, WRITERS[format], graphExport(reading, WRITERS[format], now))
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
