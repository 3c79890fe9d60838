import type { Context } from 'mocha'
import type { Logger } from 'pino'
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/fake-embeddings.ts'
import { ownServers, type OwnServers } from '../../support/own-servers.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until as waitUntil } from '../../support/until.ts'

/** A service that does background work on empty servers of its own, with an endpoint for its embeddings. */
export type Stack = Servers & Readonly<{ service: TestService }>
/** Settings of the service beside those of its servers, and where its log goes. */
export type Change = Readonly<{
  env?: Readonly<Record<string, string>>
  log?: Logger
  clock?: () => number
  claudeTimeoutMs?: number
}>
/** The servers of a stack. */
export type Servers = Readonly<{ servers: OwnServers; embeddings: FakeEmbeddings }>

export const RETRY_POLICY = { attempts: 3, firstWaitMs: 20, longestWaitMs: 50 }
const PASSAGES = `
MATCH (i:Idea {id: $id})-[:HAS_PASSAGE]->(p:Passage)
RETURN labels(p) AS labels, p.userId AS userId, p.text AS text, p.hash AS hash, size(p.embedding) AS dimensions,
  elementId(p) AS node
ORDER BY p.position`

/** Gives a suite empty servers; skips it where nothing here can run one more Neo4j. */
export function givenServers(receive: (given: Servers) => void): void {
  let given: Servers | undefined
  before(async function (this: Context) {
    this.timeout(240_000)
    const servers = await ownServers()
    if (servers === undefined) return this.skip()
    given = { servers, embeddings: await startFakeEmbeddings() }
    receive(given)
  })
  after(async () => given?.embeddings.close())
}

/** Gives a suite a stack whose index answers; what is given changes it. */
export function givenStack(
  receive: (stack: Stack) => void,
  change: () => Promise<Change> = async () => ({}),
): void {
  let given: Servers
  let service: TestService | undefined
  givenServers((servers) => (given = servers))
  before(async function (this: Context) {
    this.timeout(120_000)
    const { env, ...surroundings } = await change()
    service = await startService({
      ...surroundings,
      env: { ...environmentOf(given), WORKER: 'inside', ...env },
      retryPolicy: RETRY_POLICY,
    })
    receive({ ...given, service })
    await until(async () => (await indexes(given.servers)).includes('active'))
  })
  after(async () => service?.close())
}

/** What a process needs to know to work on a stack. */
export function environmentOf({ servers, embeddings }: Servers) {
  return { ...servers.env, EMBEDDINGS_URL: embeddings.url, EMBEDDINGS_MODEL: 'fake' }
}

/** The passages of an idea as they are in the graph, in their order. */
export async function passagesOf({ servers }: Stack, id: number): Promise<Record<string, unknown>[]> {
  return servers.query(PASSAGES, { id })
}

/** The states of the vector indexes, that of slot a first. */
export async function indexes(servers: OwnServers): Promise<unknown[]> {
  const rows = await servers.query('MATCH (x:EmbeddingIndex) RETURN x.state AS state ORDER BY x.slot')
  return rows.map(({ state }) => state)
}

const WITHIN_MS = 60_000

/** Waits until something is so. @throws Error with the text of the condition, where it is not so within the time */
export async function until(isSo: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<void> {
  await waitUntil(String(isSo), isSo, withinMs)
}

/** Waits until nothing is left to do. */
export async function untilDone({ servers }: Pick<Stack, 'servers'>): Promise<void> {
  const left = async (): Promise<unknown> =>
    (await servers.query('MATCH (o:Outbox) RETURN count(o) AS left'))[0]?.['left']
  await waitUntil('nothing is left in the outbox', async () => (await left()) === 0, WITHIN_MS)
}
