import { expect } from 'chai'
import * as fc from 'fast-check'
import type { Client, Reply } from '../support/client.ts'
import { distance, hasCycle } from '../support/paths.ts'
import { startService, type TestService } from '../support/service.ts'
import { done, everything, everythingButTimes, merge, unmerge } from './merging.ts'
import { arrowsIn, expectNothingLost, expectSound, furnish, graphs, pairs, TYPES } from './random-graph.ts'

/** Few but rich ones, through the API; plans.unit.test.ts tries thousands on paper. */
const RUNS = 15
/** After this, on a slow machine, the runs so far are enough, if they are not too few to tell anything. */
const TIME_MS = 12_000
const LEAST_RUNS = 3

describe('Any ideas, merged in any way', function () {
  this.timeout(20 * TIME_MS)
  let service: TestService
  before(async () => {
    service = await startService({ env: { PRO_PLAN_DAILY_QUOTA: '1000000' } })
  })
  after(async () => service?.close())

  /** Tries a property on random accounts of their own. */
  const holds = async <T>(input: fc.Arbitrary<T>, property: (api: Client, input: T) => Promise<void>) => {
    let runs = 0
    const asyncProperty = fc.asyncProperty(input, async (value) => {
      await property((await service.createUser()).api, value)
      runs += 1
    })
    await fc.assert(asyncProperty, { numRuns: RUNS, interruptAfterTimeLimit: TIME_MS })
    expect(runs).to.be.at.least(LEAST_RUNS)
  }

  it('lose nothing, and have no relation that hangs, is there twice or closes a cycle', async () => {
    const steps = fc.array(fc.record({ pair: pairs, force: fc.boolean() }), { minLength: 1, maxLength: 5 })
    await holds(fc.tuple(graphs, steps), async (api, [graph, merges]) => {
      const ids = await furnish(api, graph)
      const before = await everything(api)
      let wasForced = graph.relations.some(({ force }) => force)
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
    const steps = fc.array(fc.record({ pair: pairs, force: fc.boolean() }), { minLength: 1, maxLength: 3 })
    await holds(fc.tuple(graphs, steps), async (api, [graph, merges]) => {
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
    const merges = fc.array(pairs, { minLength: 2, maxLength: 5 })
    await holds(fc.tuple(graphs, merges), async (api, [graph, wanted]) => {
      const ids = await furnish(api, graph)
      const states = [await everythingButTimes(api)]
      const made: [number, number][] = []
      for (const pair of wanted) {
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

  it('are as before but for what the answers said when all merges are undone in any order', async () => {
    const merges = fc.array(pairs, { minLength: 2, maxLength: 5 })
    const order = fc.array(fc.nat(), { minLength: 5, maxLength: 5 })
    await holds(fc.tuple(graphs, merges, order), async (api, [graph, wanted, picks]) => {
      const ids = await furnish(api, graph)
      const before = await everythingButTimes(api)
      const standing = new Map<number, number>()
      for (const pair of wanted) {
        const [survivor = 0, absorbed = 0] = pair.map((at) => ids[at] ?? 0)
        const { status } = await merge(api, survivor, absorbed, '?force=true')
        if (status === 200) standing.set(absorbed, survivor)
      }
      const lost = new Set<number>()
      for (const pick of picks.slice(0, standing.size)) {
        const ready = [...standing].filter(([, survivor]) => !standing.has(survivor))
        const [absorbed = 0, survivor = 0] = ready[pick % ready.length] ?? []
        const { not_restored } = await done(unmerge(api, survivor, absorbed, '?force=true'))
        for (const { kind, id } of not_restored) {
          expect(kind).to.equal('relation')
          lost.add(id)
        }
        standing.delete(absorbed)
        expectSound(await everything(api))
      }
      const after = await everythingButTimes(api)
      const sure = ({ id }: { id: number }): boolean => !lost.has(id)
      expect(byId(after.relations.filter(sure))).to.deep.equal(byId(before.relations.filter(sure)))
      for (const idea of [...before.ideas, ...after.ideas]) if (lost.size > 0) delete idea.parent_id
      expect(byId(after.ideas)).to.deep.equal(byId(before.ideas))
      expect([byId(after.tags), after.links]).to.deep.equal([byId(before.tags), before.links])
    })
  })
})

function byId(things: { id: number }[]): { id: number }[] {
  return things.toSorted((a, b) => a.id - b.id)
}

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
