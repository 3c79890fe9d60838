import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { archiveExport, type ReadAttachment } from '../../../src/features/exports/archive.ts'
import type { ExportSource } from '../../../src/features/exports/source.ts'
import type { OwnedLinkRow } from '../../../src/features/exports/store.ts'

describe('the archive of an export', () => {
  const file = { attachmentId: 'one', bytes: 3, mediaType: 'text/plain' }
  const link: OwnedLinkRow = {
    id: 1,
    ideaId: 1,
    url: '/one',
    title: 'a',
    linkType: 'attachment',
    createdAt: 1,
    file,
  }
  async function* links() {
    yield [link]
  }
  const source = {
    ideas: none,
    nodes: none,
    tags: none,
    relations: none,
    links,
    duplicates: none,
  } as ExportSource
  const outcome = async (read: ReadAttachment): Promise<string> =>
    buffer(archiveExport(source, '2026-01-01T00:00:00.000Z', read)).then(
      () => 'whole',
      (error: Error) => error.message,
    )

  it('leaves out a file that was deleted meanwhile', async () => {
    expect(await outcome(async () => undefined)).to.equal('whole')
  })

  it('breaks off when a file cannot be read, breaks off, or is not as long as its link says', async () => {
    expect(await outcome(async () => Readable.from([Buffer.from('abc')]))).to.equal('whole')
    expect(await outcome(async () => Readable.from(breaking()))).to.equal('gone')
    expect(await outcome(async () => Promise.reject(new Error('away')))).to.equal('away')
    expect(await outcome(async () => Readable.from([Buffer.from('ab')]))).to.contain(
      'unexpected number of bytes',
    )
  })
})

async function* none() {}

async function* breaking() {
  yield Buffer.from('a')
  throw new Error('gone')
}
