import { randomUUID } from 'node:crypto'
import neo4j, { type Driver, type Session } from 'neo4j-driver'
import type { z } from 'zod'
import { ledgerQueries } from '../src/platform/graph/ledger.ts'
import type { Query } from '../src/platform/graph/query.ts'
import { contentHash, normaliseText } from '../src/features/ideas/content.ts'
import { ideaQueries } from '../src/features/ideas/store.ts'
import { mapQueries } from '../src/features/map/store.ts'
import { RELATIONS_PER_IDEA } from '../src/features/relations/schema.ts'
import { relationQueries } from '../src/features/relations/store.ts'
import { TAGS_PER_ACCOUNT } from '../src/features/tags/schema.ts'
import { tagQueries } from '../src/features/tags/store.ts'
import type { Workloads } from './workloads.ts'

type Runner = Readonly<{ run(text: string, parameters: object): PromiseLike<unknown> }>

async function statement<P extends z.ZodObject>(
  on: Runner,
  query: Query<P>,
  params: z.input<P>,
): Promise<unknown> {
  return on.run(query.text, query.params.parse(params))
}

/**
 * The statements that the service runs for each request, in the same order, run by the driver alone: without HTTP, TLS,
 * JSON, authentication, quotas, validation and row parsing.
 */
export function bareWorkloads(driver: Driver, userId: string, nextId: () => number): Workloads {
  const inSession = async <T>(mode: 'READ' | 'WRITE', work: (session: Session) => Promise<T>): Promise<T> => {
    const session = driver.session({ database: 'neo4j', defaultAccessMode: mode })
    try {
      return await work(session)
    } finally {
      await session.close()
    }
  }
  const write = async (work: (on: Runner) => Promise<unknown>): Promise<unknown> =>
    inSession('WRITE', async (session) => {
      const tx = session.beginTransaction()
      await statement(tx, ledgerQueries.lock, {
        userId,
        requestId: randomUUID(),
        replyKey: null,
        now: Date.now(),
      })
      await work(tx)
      await tx.commit()
    })
  return {
    get: async (id) => inSession('READ', (session) => statement(session, ideaQueries.get, { userId, id })),
    list: async () =>
      inSession('READ', (session) => statement(session, ideaQueries.list, { userId, offset: 0, limit: 20 })),
    create: async (title, tag) => {
      const id = nextId()
      return write(async (tx) => {
        const fields = content(title, 'A body of some words.')
        await statement(tx, ideaQueries.equal, { userId, contentHash: fields.contentHash })
        await statement(tx, ideaQueries.create, {
          userId,
          id,
          ...fields,
          source: 'api',
          awaitsTags: false,
        })
        await statement(tx, tagQueries.existing, { userId, nameKeys: [tag] })
        const tags = [{ id: null, name: tag, nameKey: tag, position: 0, auto: false }]
        await statement(tx, tagQueries.assign, {
          userId,
          ideaId: id,
          tags,
          now: Date.now(),
          most: TAGS_PER_ACCOUNT,
        })
        await statement(tx, ideaQueries.get, { userId, id })
      })
    },
    patch: async (id, title) =>
      write(async (tx) => {
        await statement(tx, ideaQueries.get, { userId, id })
        await statement(tx, ideaQueries.update, { userId, id, ...content(title, 'A body of some words.') })
        await statement(tx, ideaQueries.get, { userId, id })
      }),
    relate: async (sourceId, targetId) =>
      inSession('WRITE', async (session) => {
        const ends = { userId, sourceId, targetId }
        const now = Date.now()
        const relation = { id: nextId(), note: null, createdAt: now, most: RELATIONS_PER_IDEA, now }
        const params = { ...ends, ...relation, requestId: randomUUID() }
        await session.run(
          relationQueries.createBlocks.text,
          relationQueries.createBlocks.params.parse(params),
        )
      }),
    map: async () =>
      inSession('WRITE', async (session) => {
        const tx = session.beginTransaction()
        await statement(tx, ledgerQueries.lockForRead, { userId })
        await tx.run(mapQueries.nodes.text, { userId })
        await tx.rollback()
      }),
  }
}

function content(title: string, body: string) {
  return {
    title,
    body,
    titleKey: normaliseText(title),
    contentHash: contentHash(title, body),
    status: 'captured' as const,
    sourceUrl: null,
    now: Date.now(),
  }
}

/** A driver that maps values as the service's does, otherwise with default options. */
export function bareDriver(uri: string, user: string, password: string): Driver {
  const auth = password === '' ? undefined : neo4j.auth.basic(user, password)
  return neo4j.driver(uri, auth, { disableLosslessIntegers: true, telemetryDisabled: true })
}
