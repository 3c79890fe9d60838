import path from 'node:path'
import { Readable, type PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { jsonExport } from './json.ts'
import type { ExportSource } from './source.ts'
import type { OwnedLinkRow } from './store.ts'

/** The bytes of an attachment; undefined if it was deleted meanwhile. */
export type ReadAttachment = (id: string) => Promise<Readable | undefined>

/**
 * Streams a ZIP archive: the JSON export as `ideas.json`, and each attachment as `attachments/<attachment_id>` with the extension of its
 * name. One file is open at a time.
 */
export function archiveExport(source: ExportSource, exportedAt: string, read: ReadAttachment): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream as PassThrough
  const left = new AbortController()
  archive.once('close', () => left.abort())
  // A client that has left does not read it; whoever does hears of the error by itself.
  archive.on('error', () => undefined)
  // Of a file whose length is not what its link says.
  zip.once('error', (error: Error) => archive.destroy(error))
  const add = async (
    name: string,
    content: Readable,
    options: Readonly<{ compress: boolean; size?: number }>,
  ) => {
    zip.addReadStream(content, name, options)
    await finished(content, { signal: left.signal, cleanup: true }).finally(() => content.destroy())
  }
  const fill = async (): Promise<void> => {
    const attached: OwnedLinkRow[] = []
    const links = () =>
      tapped(source.links(), (page) => attached.push(...page.filter(({ file }) => file !== null)))
    await add('ideas.json', Readable.from(jsonExport({ ...source, links }, exportedAt)), { compress: true })
    for (const { file, title } of attached) {
      const content = file && (await read(file.attachmentId))
      if (content) await add(nameOf(file.attachmentId, title), content, { compress: false, size: file.bytes })
    }
    zip.end()
  }
  fill().catch((error: unknown) => archive.destroy(error as Error))
  return archive
}

async function* tapped<T>(pages: AsyncIterable<T>, see: (page: T) => void): AsyncGenerator<T> {
  for await (const page of pages) {
    see(page)
    yield page
  }
}

/** Without the rest of the name, which may be no name of a file elsewhere. */
function nameOf(id: string, title: string | null): string {
  const extension = path.extname(title ?? '')
  return `attachments/${id}${/^\.[a-z\d]{1,10}$/i.test(extension) ? extension : ''}`
}
