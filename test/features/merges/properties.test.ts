import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Client, Reply } from '../../support/client.ts'
import { distance, hasCycle } from '../../support/paths.ts'
import { newIdeaIds } from '../../support/factories.ts'
import { givenService, type TestService } from '../../support/service.ts'
import { histories, liveThrough, type History } from './histories.ts'
import { done, everything, everythingButTimes, merge, unmerge } from './merging.ts'
import { arrowsIn, expectNothingLost, expectSound, furnish, graphs, pairs, TYPES } from './random-graph.ts'
import { restWorld } from './rest-world.ts'

/** Properties are tried on so many accounts at a time. */
const LANES = 2
const merges = fc.array(fc.record({ pair: pairs, force: fc.boolean() }), { minLength: 1, maxLength: 5 })

describe('Any ideas, merged in any way', () => {
  let service: TestService
  givenService((given) => (service = given), { env: { PRO_PLAN_DAILY_QUOTA: '1000000' } })

  /** Tries a property on random accounts of their own, and prints on how many. */
  const holds = async <T>(
    numRuns: number,
    input: fc.Arbitrary<T>,
    property: (api: Client, input: T) => Promise<void>,
  ) => {
    let runs = 0
    const one = fc.asyncProperty(input, async (value) => {
      await property((await service.createUser()).api, value)
      runs += 1
    })
    const lane = async (): Promise<void> => fc.assert(one, { numRuns: numRuns / LANES })
    await Promise.all(Array.from({ length: LANES }, lane))
    process.stdout.write(`    ${runs} random accounts\n`)
    expect(runs).to.equal(numRuns)
  }

  it('lose nothing, and have no relation that hangs, is there twice or closes a cycle', async () => {
    await holds(16, fc.tuple(graphs, merges), async (api, [graph, merges]) => {
      const ids = await furnish(api, graph)
      const before = await everything(api)
      let wasForced = hasCycle(arrowsIn(before, 'supersedes'))
      for (const { pair, force } of merges) {
        const [survivor = 0, absorbed = 0] = pair.map((at) => ids[at] ?? 0)
        const { status } = await merge(api, survivor, absorbed, `?force=${force}`)
        if (status === 200) wasForced ||= force
      }
      const after = await everything(api)
      expectSound(after)
      if (!wasForced) expect(hasCycle(arrowsIn(after, 'supersedes'))).to.equal(false)
      expectNothingLost(before, after)
    })
  })

  it('are refused for a reason, and then nothing is changed; a preview tells the same and changes nothing', async () => {
    await holds(16, fc.tuple(graphs, merges), async (api, [graph, merges]) => {
      const ids = await furnish(api, graph)
      for (const { pair, force } of merges) {
        const [survivor = 0, absorbed = 0] = pair.map((at) => ids[at] ?? 0)
        const before = await everything(api)
        const preview = await merge(api, survivor, absorbed, `?force=${force}&preview=true`)
        expect(await everything(api)).to.deep.equal(before)
        const reply = await merge(api, survivor, absorbed, `?force=${force}`)
        expect(preview.status).to.equal(reply.status)
        if (reply.status === 200) {
          const { updated_at: _, ...told } = preview.body.merged
          const { updated_at: __, ...made } = reply.body
          expect(told).to.deep.equal(made)
          continue
        }
        expect(preview.body).to.deep.equal(reply.body)
        expect(await everything(api)).to.deep.equal(before)
        if (reply.body.cycle !== undefined) expectWay(before, reply, absorbed, force)
      }
    })
  })

  it('are as before when all merges are undone, the last first', async () => {
    await holds(16, fc.tuple(graphs, merges), async (api, [graph, wanted]) => {
      const ids = await furnish(api, graph)
      const states = [await everythingButTimes(api)]
      const made: [number, number][] = []
      for (const { pair } of wanted) {
        const [survivor = 0, absorbed = 0] = pair.map((at) => ids[at] ?? 0)
        if ((await merge(api, survivor, absorbed, '?force=true')).status !== 200) continue
        made.push([survivor, absorbed])
        states.push(await everythingButTimes(api))
      }
      for (const [survivor, absorbed] of made.reverse()) {
        states.pop()
        await done(unmerge(api, survivor, absorbed, '?force=true'))
        expect(await everythingButTimes(api)).to.deep.equal(states.at(-1))
      }
    })
  })

  it('are as before, but for what people changed and what the answers said, when all merges are undone', async () => {
    const tally = { merges: 0, undone: 0, changes: 0, lost: 0 }
    await holds(60, fc.tuple(graphs, histories), async (api, [graph, history]) =>
      liveThrough(restWorld(api), await furnish(api, graph), history, tally),
    )
    process.stdout.write(`    ${JSON.stringify(tally)}\n`)
  })

  it('cannot be undone where the survivor of a survivor was deleted', async () => {
    const { api } = await service.createUser()
    const ids = await newIdeaIds(api, 3)
    const tally = { merges: 0, undone: 0, changes: 0, lost: 0 }
    const steps: History['steps'] = [
      { act: 'merge', pair: [1, 0] },
      { act: 'merge', pair: [2, 1] },
      { act: 'delete', idea: 2 },
      { act: 'unmerge', pick: 0 },
    ]
    await liveThrough(restWorld(api), ids, { steps, order: [0] }, tally)
    expect(tally).to.deep.equal({ merges: 2, undone: 0, changes: 1, lost: 0 })
    const [absorbed = 0, survivor = 0] = ids
    const { status, body } = await unmerge(api, survivor, absorbed)
    expect([status, body]).to.deep.equal([404, { error: 'Idea not found', merged_into: null }])
  })
})

/** The cycle that a refused merge names: relations of one type that would lead from the survivor back to it. */
function expectWay(
  before: Parameters<typeof arrowsIn>[0],
  { body }: Reply,
  absorbed: number,
  force: boolean,
): void {
  const [survivor = 0] = body.cycle as number[]
  const merged = (id: number): number => (id === absorbed ? survivor : id)
  const types = TYPES.filter(
    (type) => ['blocks', 'parent'].includes(type) || (type === 'supersedes' && !force),
  )
  const fits = types.some((type) => {
    const arrows = arrowsIn(before, type).map(([from, to]) => [merged(from), merged(to)] as const)
    const known = new Set(arrows.map(String))
    const steps = (body.cycle as number[]).slice(1).map((id, at) => `${body.cycle[at]},${id}`)
    return steps.every((step) => known.has(step)) && distance(arrows, survivor, survivor) !== undefined
  })
  expect(fits, JSON.stringify(body.cycle)).to.equal(true)
  expect(body.cycle.at(-1)).to.equal(survivor)
  expect(body.cycle.length).to.be.at.least(3)
}
