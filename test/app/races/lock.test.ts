import { expect } from 'chai'
import type { Driver } from 'neo4j-driver'
import type { Actor } from '../../../src/platform/auth/actor.ts'
import { createDriver } from '../../../src/platform/graph/driver.ts'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import { createSequence } from '../../../src/platform/graph/sequence.ts'
import { Problem } from '../../../src/platform/problems.ts'
import { createRelations, type Relations } from '../../../src/features/relations/relations.ts'
import { createRelationStore, type RelationStore } from '../../../src/features/relations/store.ts'
import { newIdeaIds } from '../../support/factories.ts'
import { newUser, testServers, type TestUser } from '../../support/service.ts'
import { withoutLock } from './without-lock.ts'

const PAIRS = 30

type Variant = Readonly<{
  driver: (driver: Driver) => Driver
  store: (store: RelationStore) => RelationStore
}>

/** The relations feature twice, as two processes have it. */
function openTwo({ driver: change, store }: Variant): {
  features: [Relations, Relations]
  graphs: Graph[]
} {
  const { neo4jUri: uri, user, password } = testServers()
  const graphs = [0, 1].map(() =>
    createGraph(change(createDriver({ uri, user, password, database: 'neo4j' })), 'neo4j', Date.now),
  ) as [Graph, Graph]
  return { graphs, features: [featureOn(graphs[0], store), featureOn(graphs[1], store)] }
}

function featureOn(graph: Graph, change: Variant['store']): Relations {
  return createRelations({
    store: change(createRelationStore(graph)),
    nextId: createSequence(graph, 'relation').next,
    clock: Date.now,
    ideaNotFound: async () => new Problem('idea_not_found'),
  })
}

/** Callers go on in pairs: the first waits for the second. */
function createRendezvous(): () => Promise<void> {
  let first: (() => void) | undefined
  return async () => {
    if (first === undefined) return new Promise((resolve) => (first = resolve))
    first()
    first = undefined
  }
}

type Outcome = Readonly<{ edges: number; cycles: number }>

/** Adds A blocks B and B blocks A at the same time, pair after pair; counts what the graph holds then. */
async function raceOppositeEdges(
  user: TestUser,
  [one, two]: readonly [Relations, Relations],
): Promise<Outcome> {
  const actor = { userId: user.user_id } as Actor
  const relate = async (relations: Relations, source_idea_id: number, target_idea_id: number) => {
    const input = { source_idea_id, target_idea_id, relation_type: 'blocks', note: null } as const
    await relations.create(actor, input, { force: false }).catch(() => undefined)
  }
  const ids = await newIdeaIds(user.api, 2 * PAIRS)
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [a = 0, b = 0] = ids.slice(2 * pair)
    await Promise.all([relate(one, a, b), relate(two, b, a)])
  }
  const edges = (await user.api.get('/map')).body.edges as { source: number; target: number }[]
  const ends = new Set(edges.map(({ source, target }) => `${source} ${target}`))
  const mutual = edges.filter(({ source, target }) => ends.has(`${target} ${source}`))
  return { edges: edges.length, cycles: mutual.length / 2 }
}

async function race(variant: Variant): Promise<Outcome> {
  const { features, graphs } = openTwo(variant)
  try {
    return await raceOppositeEdges(await newUser(), features)
  } finally {
    await Promise.all(graphs.map((graph) => graph.close()))
  }
}

describe('the lock of the ledger', () => {
  it('keeps opposite edges from becoming a cycle', async () => {
    expect(await race({ driver: (driver) => driver, store: (store) => store })).to.deep.equal({
      edges: PAIRS,
      cycles: 0,
    })
  })

  it('is what does so: without it many pairs find no cycle before either makes its relation', async () => {
    const begun = createRendezvous()
    const store = (given: RelationStore): RelationStore => ({
      ...given,
      async create(...input) {
        await begun()
        return given.create(...input)
      },
    })
    const { edges, cycles } = await race({ driver: withoutLock, store })
    expect(cycles).to.be.at.least(PAIRS / 10)
    expect(edges).to.equal(PAIRS + cycles)
  })
})
