import { parseArgs } from 'node:util'
import { Client } from '../test/support/client.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { startService } from '../test/support/service.ts'
import { newMasterKey } from '../src/platform/auth/cipher.ts'
import { startFakeEmbeddings } from '../test/support/fake-embeddings.ts'
import { startFakeProviders } from '../test/support/fake-providers.ts'
import { answersOf } from './event-loop-answers.ts'
import { BY_MEANING, SEARCHES, type Input } from './event-loop-inputs.ts'
import { REQUESTS } from './event-loop-requests.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run drill:event-loop -- [--only TEXT]
Sends the most expensive requests we know to a service process, one by one, each on an account of its own, and reads from its
metrics (monitorEventLoopDelay) how long its event loop was held: the median of three rounds, with the timer's 10 ms. Exits with 1
where that is more than 100 ms. --only selects inputs by a part of their endpoint or name.
`
const LIMIT_MS = 100
const ROUNDS = 3
const TOKEN = 'read by the drill only'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
})

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started)
  const providers = started.adopt(await startFakeProviders(), async (one) => one.close())
  const embeddings = started.adopt(await startFakeEmbeddings(), async (one) => one.close())
  const env = {
    ...providers.env,
    BYOK_MASTER_KEY: newMasterKey(),
    METRICS_TOKEN: TOKEN,
    EMBEDDINGS_URL: embeddings.url,
    EMBEDDINGS_MODEL: 'fake',
  }
  const setup = started.adopt(await startService({ env }), async (one) => one.close())
  const service = started.adopt(await startServiceProcess(env), async (one) => one.stop())
  const metrics = new Client(service.url, { Authorization: `Bearer ${TOKEN}` })

  /** The longest delay since the last call, milliseconds. */
  const longestMs = async (): Promise<number> => {
    const { body } = await metrics.get(`${service.url}/metrics`)
    const seconds = /^nodejs_eventloop_lag_max_seconds (?<seconds>\S+)$/m.exec(String(body))
    return Number(seconds?.groups?.['seconds']) * 1_000
  }

  const drill = async ({ endpoint, name, prepare, request }: Input): Promise<void> => {
    if (!`${endpoint} ${name}`.includes(values.only)) return
    const account = await setup.createUser('pro')
    const api = new Client(service.url, { 'X-API-Key': account.api_key })
    await prepare(api, account)
    const rounds: { heldMs: number; tookMs: number; status: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await longestMs()
      const begun = performance.now()
      const { status } = await request(api)
      const tookMs = performance.now() - begun
      rounds.push({ heldMs: await longestMs(), tookMs, status })
    }
    const median = rounds.toSorted((a, b) => a.heldMs - b.heldMs)[Math.floor(ROUNDS / 2)]
    if (median === undefined) return
    const { heldMs, tookMs, status } = median
    console.log(
      `${heldMs.toFixed(0).padStart(7)}${tookMs.toFixed(0).padStart(10)}${String(status).padStart(8)}  ${endpoint}: ${name}`,
    )
    if (!(heldMs <= LIMIT_MS)) process.exitCode = 1
  }

  console.log('held ms   took ms  status  endpoint')
  const worker = await startService({ env: { ...env, WORKER: 'inside' } })
  try {
    for (const input of BY_MEANING) await drill(input)
  } finally {
    await worker.close()
  }
  for (const input of [...SEARCHES, ...REQUESTS, ...answersOf(providers)]) await drill(input)
}

if (values.help) console.log(HELP)
else await main()
