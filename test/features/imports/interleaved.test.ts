import { expect } from 'chai'
import fc from 'fast-check'
import { startPair, type Pair, type Racer } from '../../app/races/pair.ts'
import type { Client, Reply } from '../../support/client.ts'
import { relate } from '../../support/factories.ts'
import { hasCycle } from '../../support/paths.ts'
import { until } from '../../support/until.ts'
import { exportJson } from '../exports/files.ts'
import { arrowsIn, expectSound, TYPES } from '../merges/random-graph.ts'
import { importLines } from './import-client.ts'

const RUNS = 15
/** Bodies so long that the ideas are written in two transactions, and so many relations that they take two more. */
const IDEAS = 30
const BODY = 'lighthouse '.repeat(1_900)
const place = fc.nat({ max: IDEAS - 1 })
const type = fc.constantFrom(...TYPES)

const relation = fc.record({ source: place, type, target: place })
const request = fc.record({
  kind: fc.constantFrom('relate', 'relate', 'relate', 'parent', 'link', 'merge', 'remove'),
  source: place,
  type,
  target: place,
  lane: fc.nat({ max: 1 }),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

/** What is to be imported: any relations, among them equal ones and cycles, but none of `supersedes`, which would be forced. */
const file = fc
  .record({
    relations: fc.array(relation, { minLength: 650, maxLength: 800 }),
    links: fc.array(place, { maxLength: 200 }),
  })
  .map(({ relations, links }) => [
    ...Array.from({ length: IDEAS }, (_, index) => ({ id: index + 1, title: `Idea ${index}`, body: BODY })),
    ...relations.map(({ source, type: name, target }) => {
      const [first, second] = name === 'supersedes' && source > target ? [target, source] : [source, target]
      return { type: 'relation', source_idea_id: first + 1, target_idea_id: second + 1, relation_type: name }
    }),
    ...links.map((at, index) => ({ type: 'link', idea_id: at + 1, url: `https://example.org/${index}` })),
  ])

async function idsOf(api: Client): Promise<number[]> {
  return (await api.get('/ideas?limit=100&sort=created_at')).body.map(({ id }: { id: number }) => id)
}

/** Sends a request about ideas that are there now; answers the id of the first of them, too. */
async function send(api: Client, { kind, source, type: name, target }: Request): Promise<[number, Reply]> {
  const ids = await idsOf(api)
  const [from = 0, to = 0] = [source, target].map((at) => ids[at % ids.length])
  if (kind === 'parent') return [from, await api.patch(`/ideas/${from}`, { parent_id: to })]
  if (kind === 'link') return [from, await api.post(`/ideas/${from}/links`, { url: 'https://example.org' })]
  if (kind === 'merge') return [from, await api.post(`/ideas/${from}/merge`, { absorb_id: to })]
  if (kind === 'remove') return [from, await api.delete(`/ideas/${from}`)]
  return [from, await relate(api, from, name, to)]
}

/** Imports lines at one process, and sends requests to both meanwhile; answers the report and what the requests did. */
async function interleave(racer: Racer, lines: readonly unknown[], requests: readonly Request[]) {
  const imported = importLines(racer.one, lines, '?mode=continue')
  await until('the first ideas are there', async () => (await idsOf(racer.two)).length > 0)
  const gone = new Set<number>()
  let made = 0
  const lanes = [racer.one, racer.two].map(async (api, lane) => {
    for (const own of requests.filter((one) => one.lane === lane)) {
      const [id, { status }] = await send(api, own)
      if (status < 300) made += 1
      if (status < 300 && own.kind === 'remove') gone.add(id)
    }
  })
  const [{ status, body }] = await Promise.all([imported, ...lanes])
  expect(status, JSON.stringify(body)).to.equal(200)
  return { report: body, made, gone }
}

describe('Imports beside other requests of the account, at two processes', () => {
  let pair: Pair
  before(async () => {
    pair = await startPair()
  })
  after(async () => pair.stop())

  it('leave no cycle, no equal relation and no relation or link without an idea', async () => {
    let [runs, meanwhile, refused] = [0, 0, 0]
    const property = fc.asyncProperty(
      file,
      fc.array(request, { minLength: 30, maxLength: 60 }),
      async (lines, requests) => {
        const racer = await pair.racer()
        const { report, made, gone } = await interleave(racer, lines, requests)
        const after = await exportJson(racer.one)
        expectSound(after, gone)
        expect(hasCycle(arrowsIn(after, 'supersedes'))).to.equal(false)
        expect(report.ideas + report.relations + report.links + report.rejected_count).to.equal(lines.length)
        runs += 1
        meanwhile += made
        refused += report.rejected.filter(({ message }: { message: string }) =>
          /exists|meanwhile/.test(message),
        ).length
      },
    )
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
    process.stdout.write(
      `    ${runs} imports beside ${meanwhile} changes; ${refused} records were refused for them\n`,
    )
    expect(Math.min(meanwhile, refused), 'changes in between, and what they prevented').to.be.greaterThan(0)
  })
})
