import type { Actor } from '../../platform/auth/actor.ts'
import { timestamp } from '../../platform/schema.ts'
import { archiveExport, type ReadAttachment } from './archive.ts'
import { csvExport } from './csv.ts'
import { graphExport, WRITERS } from './graph.ts'
import { jsonExport } from './json.ts'
import { openSource } from './source.ts'
import type { GraphFormat } from './schema.ts'
import type { ExportStore } from './store.ts'

/** A file to download; its non-empty pieces are read on demand. */
export type ExportFile = Readonly<{
  name: string
  contentType: string
  pieces: AsyncIterable<string | Buffer>
}>

type Dependencies = Readonly<{ store: ExportStore; readAttachment: ReadAttachment; clock: () => number }>

/** Exports of a user's data. @throws Problem `service_unavailable` before the first piece */
export function createExports({ store, readAttachment, clock }: Dependencies) {
  return {
    /** All ideas, including archived ones, with everything that belongs to them. */
    async json({ userId }: Actor): Promise<ExportFile> {
      const now = timestamp(clock())
      const source = await openSource(store, userId, { archived: true })
      return file(now, { extension: 'json', mediaType: 'application/json' }, jsonExport(source, now))
    },

    /** The same, with the files of the attachments. */
    async archive({ userId }: Actor): Promise<ExportFile> {
      const now = timestamp(clock())
      const source = await openSource(store, userId, { archived: true })
      const pieces = archiveExport(source, now, readAttachment)
      return { name: nameOf(now, 'zip'), contentType: 'application/zip', pieces }
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
  return { name: nameOf(now, extension), contentType: `${mediaType}; charset=utf-8`, pieces: filled(pieces) }
}

function nameOf(now: string, extension: string): string {
  return `ideas-${now.slice(0, 10)}.${extension}`
}

async function* filled(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) if (piece !== '') yield piece
}
