import type { Logger } from 'pino'
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import { givenEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { startService, testEnvironment, type TestService } from '../../support/service.ts'
import { until as waitUntil } from '../../support/until.ts'

/** A service that does background work on empty servers, with an endpoint for its embeddings. */
export type Stack = Servers & Readonly<{ service: TestService }>
/** Settings of the service beside those of its servers, and where its log goes. */
export type Change = Readonly<{
  env?: Readonly<Record<string, string>>
  log?: Logger
  clock?: () => number
  claudeTimeoutMs?: number
}>
/** What a stack works on. */
export type Servers = Readonly<{ database: TestDatabase; embeddings: FakeEmbeddings }>

export const RETRY_POLICY = { attempts: 3, firstWaitMs: 20, longestWaitMs: 50, longestAskedMs: 60_000 }
const PASSAGES = `
MATCH (i:Idea {id: $id})-[:HAS_PASSAGE]->(p:Passage)
RETURN COLLECT { UNWIND labels(p) AS label RETURN label ORDER BY label } AS labels, p.userId AS userId, p.text AS text, p.hash AS hash, size(p.embedding) AS dimensions,
  elementId(p) AS node
ORDER BY p.position`

/** Gives a suite empty servers and an endpoint for embeddings. */
export function givenServers(receive: (given: Servers) => void): void {
  let database: TestDatabase
  let embeddings: FakeEmbeddings | undefined
  givenEmptyDatabase((given) => (database = given))
  before(async () => {
    embeddings = await startFakeEmbeddings()
    receive({ database, embeddings })
  })
  after(async () => embeddings?.close())
}

/** Gives a suite a stack whose index answers; what is given changes it. */
export function givenStack(
  receive: (stack: Stack) => void,
  change: () => Promise<Change> = async () => ({}),
): void {
  let given: Servers
  let service: TestService | undefined
  givenServers((servers) => (given = servers))
  before(async () => {
    const { env, ...surroundings } = await change()
    service = await startService({
      ...surroundings,
      env: { ...environmentOf(given), WORKER: 'inside', ...env },
      retryPolicy: RETRY_POLICY,
    })
    receive({ ...given, service })
    await until(async () => (await indexes(given.database)).includes('active'))
  })
  after(async () => service?.close())
}

/** What a process needs to know to work on a stack. */
export function environmentOf({ embeddings }: Pick<Servers, 'embeddings'>) {
  return { ...testEnvironment(), EMBEDDINGS_URL: embeddings.url, EMBEDDINGS_MODEL: 'fake' }
}

/** The passages of an idea as they are in the graph, in their order. */
export async function passagesOf({ database }: Stack, id: number): Promise<Record<string, unknown>[]> {
  return database.query(PASSAGES, { id })
}

/** The states of the vector indexes, that of slot a first. */
export async function indexes(database: TestDatabase): Promise<unknown[]> {
  const rows = await database.query('MATCH (x:EmbeddingIndex) RETURN x.state AS state ORDER BY x.slot')
  return rows.map(({ state }) => state)
}

const WITHIN_MS = 60_000

/** Waits until something is so. @throws Error with the text of the condition, where it is not so within the time */
export async function until(isSo: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<void> {
  await waitUntil(String(isSo), isSo, withinMs)
}

/** Waits until nothing is left to do. */
export async function untilDone({ database }: Pick<Stack, 'database'>): Promise<void> {
  const left = async (): Promise<unknown> =>
    (await database.query('MATCH (o:Outbox) RETURN count(o) AS left'))[0]?.['left']
  await waitUntil('nothing is left in the outbox', async () => (await left()) === 0, WITHIN_MS)
}
