import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from '../test/support/client.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { startService, type TestUser } from '../test/support/service.ts'
import { FLOODS, type Flood } from './flood-generator.ts'
import { measure } from './measure.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run drill:flood -- [--only TEXT] [--rounds 5] [--seconds 3]
Keeps 64 connections of one account, or of none, busy with each kind of flood, from a process pinned to one core (taskset), and counts
what another user gets done one request after the other: creating an idea, reading it, listing. Beside it the quiet rate, with a process
that burns the same core. Medians of interleaved rounds. Exits with 1 where a request of the other user fails or its rate falls
below half of the quiet one.
`
const LEAST = 0.5
const CORE = '0'
const SETTLE_MS = 500

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
})

/** Runs `work` while a generator floods the service. */
async function during<T>(flood: Flood, url: string, attacker: TestUser, work: () => Promise<T>): Promise<T> {
  const generator = path.join(import.meta.dirname, 'flood-generator.ts')
  const child = spawn('taskset', ['-c', CORE, process.execPath, generator, flood, url, attacker.api_key], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await sleep(SETTLE_MS)
    const done = await work()
    if (child.exitCode !== null) throw new Error(`the flood ${flood} ended before it was measured`)
    return done
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** What the user gets done per second; throws when a request fails. */
async function rateOf(api: Client): Promise<number> {
  const { perSecond } = await measure(
    async (call) => {
      const made = await api.post('/ideas?force=true', { title: `Mine ${call}` })
      const replies = [made, await api.get(`/ideas/${made.body.id}`), await api.get('/ideas?limit=20')]
      const failed = replies.find(({ status }) => status >= 300)
      if (failed !== undefined) throw new Error(`${failed.status} ${JSON.stringify(failed.body)}`)
    },
    { concurrency: 1, seconds: Number(values.seconds) },
  )
  return perSecond * 3
}

const medianOf = (rates: readonly number[]): number =>
  rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started)
  const setup = started.adopt(await startService(), async (one) => one.close())
  const service = started.adopt(
    await startServiceProcess({ PRO_PLAN_DAILY_QUOTA: '100000000' }),
    async (one) => one.stop(),
  )

  console.log('quiet/s  flood/s  ratio  flood')
  for (const flood of FLOODS) {
    if (!flood.includes(values.only)) continue
    const attacker = await setup.createUser('pro')
    for (let at = 0; at < 200; at += 1)
      await attacker.api.post('/ideas', {
        title: `Idea ${at} of many words`,
        body: 'words and more '.repeat(50),
      })
    const other = await setup.createUser('pro')
    const api = new Client(service.url, { 'X-API-Key': other.api_key })
    await rateOf(api)
    const rates: { quiet: number[]; flooded: number[] } = { quiet: [], flooded: [] }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      rates.quiet.push(await during('burn', service.url, attacker, async () => rateOf(api)))
      rates.flooded.push(await during(flood, service.url, attacker, async () => rateOf(api)))
    }
    const [quiet, flooded] = [medianOf(rates.quiet), medianOf(rates.flooded)]
    const ratio = flooded / quiet
    const figures = [
      quiet.toFixed(0).padStart(7),
      flooded.toFixed(0).padStart(9),
      ratio.toFixed(2).padStart(7),
    ]
    console.log(`${figures.join('')}  ${flood}`)
    if (!(ratio >= LEAST)) process.exitCode = 1
  }
}

if (values.help) console.log(HELP)
else await main()
