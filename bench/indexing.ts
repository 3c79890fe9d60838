import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadModel } from '../src/platform/embeddings/local-model.ts'
import { splitIdea } from '../src/platform/embeddings/split.ts'
import { importLines } from '../test/features/imports/import-client.ts'
import { Client } from '../test/support/client.ts'
import { bareOnnx } from '../test/support/bare-onnx.ts'
import { openDatabase } from '../test/support/database.ts'
import { startServiceProcess } from '../test/support/service-process.ts'
import { startService } from '../test/support/service.ts'
import { longIdeas } from './long-ideas.ts'
import { startThrowAwayServers } from './throw-away-servers.ts'

const HELP = `npm run bench:indexing -- [--ideas 1000]
Imports ideas of 200 words and more into a service that embeds them by the local model, and compares with a bare loop of
ONNX Runtime on one thread over the same texts, half of it before and half of it after.
`
const SHARE = 0.25

const { values } = parseArgs({
  options: {
    ideas: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
})

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** The texts that the service embeds for these ideas. */
async function inputsOf(
  ideas: readonly { title: string; body: string }[],
  folder: string,
): Promise<string[]> {
  const model = await loadModel({ folder, known: true })
  const inputs = ideas.flatMap((idea) => splitIdea(idea, model.measure).map(({ input }) => input))
  await model.release()
  return inputs
}

async function main(): Promise<void> {
  await using started = new AsyncDisposableStack()
  await startThrowAwayServers(started, { model: true })
  const folder = process.env['TEST_MODEL_DIR'] ?? ''
  const bare = await bareOnnx(folder)
  const database = openDatabase()
  const setup = await startService()
  const service = await startServiceProcess({ WORKER: 'inside', EMBEDDINGS_DIR: folder })
  try {
    const user = await setup.createUser('pro')
    const lines = longIdeas(Number(values.ideas))
    const inputs = await inputsOf(lines, folder)
    const sample = inputs.slice(0, Math.ceil(inputs.length * SHARE))
    const left = async (stages: string[]): Promise<number> =>
      Number(
        (
          await database.query('MATCH (o:Outbox) WHERE o.stage IN $stages RETURN count(o) AS left', {
            stages,
          })
        )[0]?.['left'],
      )
    while ((await database.query("MATCH (x:EmbeddingIndex {state: 'active'}) RETURN x")).length === 0)
      await sleep(100)

    let bareMs = await bare.measure(sample)
    const begun = performance.now()
    const reply = await importLines(new Client(service.url, user.api.headers), lines)
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    const importedMs = performance.now() - begun
    while ((await left(['indexing'])) > 0) await sleep(100)
    const indexedMs = performance.now() - begun
    while ((await left(['indexing', 'enrichment'])) > 0) await sleep(100)
    const doneMs = performance.now() - begun
    bareMs += await bare.measure(sample)

    const barePerS = (2 * sample.length * 1_000) / bareMs
    const made = await database.query('MATCH (p:Passage) RETURN count(p) AS passages')
    const passages = Number(made[0]?.['passages'])
    if (passages !== inputs.length) throw new Error(`${passages} passages instead of ${inputs.length}`)
    const perS = (passages * 1_000) / indexedMs
    console.log(`ideas ${lines.length}, passages ${passages}`)
    console.log(
      `imported after ${seconds(importedMs)}, embedded after ${seconds(indexedMs)}, compared after ${seconds(doneMs)}`,
    )
    console.log(`passages per second: bare loop ${barePerS.toFixed(1)}, service ${perS.toFixed(1)}`)
    console.log(`ratio ${(perS / barePerS).toFixed(2)}`)
  } finally {
    await service.stop()
    await setup.close()
    await database.close()
    await bare.release()
  }
}

if (values.help) console.log(HELP)
else await main()
