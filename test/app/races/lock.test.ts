import { expect } from 'chai'
import type { Driver } from 'neo4j-driver'
import type { Actor } from '../../src/actor.ts'
import { createDriver } from '../../src/graph/driver.ts'
import { createGraph, type Graph } from '../../src/graph/graph.ts'
import { createSequence } from '../../src/graph/sequence.ts'
import { Problem } from '../../src/problems.ts'
import { createRelations, type Relations } from '../../src/relations/relations.ts'
import { createRelationStore } from '../../src/relations/store.ts'
import { newIdeaIds } from '../support/factories.ts'
import { newUser, testServers, type TestUser } from '../support/service.ts'
import { withoutLock } from './without-lock.ts'

const PAIRS = 30

/** The relations feature twice, as two processes have it. */
function openTwo(change: (driver: Driver) => Driver): { features: [Relations, Relations]; graphs: Graph[] } {
  const { neo4jUri: uri, user, password } = testServers()
  const graphs = [0, 1].map(() =>
    createGraph(change(createDriver({ uri, user, password, database: 'neo4j' })), 'neo4j', Date.now),
  ) as [Graph, Graph]
  return { graphs, features: [featureOn(graphs[0]), featureOn(graphs[1])] }
}

function featureOn(graph: Graph): Relations {
  return createRelations({
    store: createRelationStore(graph),
    nextId: createSequence(graph, 'relation').next,
    clock: Date.now,
    missing: async () => new Problem('idea_not_found'),
  })
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

async function race(change: (driver: Driver) => Driver): Promise<Outcome> {
  const { features, graphs } = openTwo(change)
  try {
    return await raceOppositeEdges(await newUser(), features)
  } finally {
    await Promise.all(graphs.map((graph) => graph.close()))
  }
}

describe('the lock of the ledger', () => {
  it('keeps opposite edges from becoming a cycle', async () => {
    expect(await race((driver) => driver)).to.deep.equal({ edges: PAIRS, cycles: 0 })
  })

  it('is what does so: without it the same race makes cycles', async () => {
    const { edges, cycles } = await race(withoutLock)
    expect(cycles).to.be.greaterThan(0)
    expect(edges).to.equal(PAIRS + cycles)
  })
})
