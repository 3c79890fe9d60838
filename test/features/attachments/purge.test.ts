import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { pino } from 'pino'
import { createAttachments } from '../../../src/features/attachments/attachments.ts'
import { purge } from '../../../src/features/attachments/purge.ts'
import { createAttachmentStore, type AttachmentStore } from '../../../src/features/attachments/store.ts'
import type { Actor } from '../../../src/platform/auth/actor.ts'
import type { FileStore } from '../../../src/platform/files/file-store.ts'
import { createGraph } from '../../../src/platform/graph/graph.ts'
import { Problem } from '../../../src/platform/problems.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'

describe('The purge of files without a link', () => {
  let database: TestDatabase
  let store: AttachmentStore
  let key: string
  givenDatabase((given) => (database = given))
  before(() => (store = createAttachmentStore(createGraph(database.driver, 'neo4j', Date.now))))
  beforeEach(async () => {
    key = randomUUID()
    await store.begin([key])
    await store.release(key)
  })

  const rows = async (): Promise<number> =>
    (await database.query('MATCH (o:OrphanFile {key: $key}) RETURN o', { key })).length
  /** Purges, and does something while the file of the key is being deleted. */
  const purgeWhile = async (work: () => Promise<unknown>): Promise<void> => {
    const remove = async (one: string): Promise<void> => void (one === key && (await work()))
    await purge({ store, files: { remove }, log: pino({ level: 'silent' }) })
  }

  it('is not overtaken by an import that announces one of them again', async () => {
    await purgeWhile(async () => {
      const refused = await store.begin([key]).catch((error: unknown) => error)
      expect(refused).to.include({ code: 'service_unavailable' })
    })
    expect(await rows()).to.equal(0)
    await store.begin([key])
    expect(await rows()).to.equal(1)
  })

  it('keeps the row of a file whose link is deleted meanwhile, and deletes the file the next time', async () => {
    const { api } = await newUser()
    const { id } = await newIdea(api)
    await database.query('MATCH (i:Idea {id: $id}) CREATE (i)-[:HAS_LINK]->(:Link {attachmentId: $key})', {
      id,
      key,
    })
    const due = async (after: string) => {
      const page = await store.due(after)
      await database.query('MATCH (k:Link {attachmentId: $key}) DETACH DELETE k', { key })
      return page
    }
    const files = { remove: async () => undefined }
    await purge({ store: { ...store, due }, files, log: pino({ level: 'silent' }) })
    expect(await rows()).to.equal(1)
    await purgeWhile(async () => undefined)
    expect(await rows()).to.equal(0)
  })
  it('waits for the deadline of a file whose upload was given up, because the store may have it yet', async () => {
    const { user_id: userId, api } = await newUser()
    const { id } = await newIdea(api)
    const files: FileStore = {
      async put(given) {
        key = given
        throw new Problem('service_unavailable')
      },
      read: async () => undefined,
      remove: async () => undefined,
    }
    const attachments = createAttachments({
      store,
      files,
      purgeSoon: () => undefined,
      receivedIn: tmpdir(),
      accountBytes: 1_000,
      nextLinkId: async () => 1,
      clock: Date.now,
      ideaNotFound: async () => new Problem('idea_not_found'),
    })
    const actor = { userId } as Actor
    const upload = {
      name: 'a',
      mediaType: 'text/plain',
      length: 1,
      content: Readable.from([Buffer.from('a')]),
    }
    const failure = await attachments.add(actor, id, upload).catch((error: unknown) => error)
    expect(failure).to.include({ code: 'service_unavailable' })
    let isDeleted = false
    await purgeWhile(async () => (isDeleted = true))
    expect([isDeleted, await rows()]).to.deep.equal([false, 1])
  })
})
