import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { Actor } from '../../../src/platform/auth/actor.ts'
import { createDriver } from '../../../src/platform/graph/driver.ts'
import { createGraph, type Graph } from '../../../src/platform/graph/graph.ts'
import { createMap, type GraphMaps } from '../../../src/features/map/map.ts'
import { createMapSpool } from '../../../src/features/map/spool.ts'
import { createMapStore, type MapStore } from '../../../src/features/map/store.ts'
import type { Client } from '../../support/client.ts'
import { newIdeaIds } from '../../support/factories.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'
import { createUser, sharedService, testServers } from '../../support/service.ts'

const IDEAS = 1_000
const READS = 5_000
/** Without the lock one of some 7,000 is torn, on two cores. */
const READS_WITHOUT_LOCK = 50_000

/** Puts a tag on all ideas, takes it off again, and so on until the signal aborts: a transaction each. */
async function write(api: Client, ids: readonly number[], signal: AbortSignal): Promise<void> {
  for (let action = 'add'; !signal.aborted; action = action === 'add' ? 'remove' : 'add') {
    const { status } = await api.post('/tags/bulk', { action, tag: 'all', idea_ids: ids })
    expect(status).to.equal(200)
  }
}

/** The number in a map's version, and how many of its ideas have a tag. */
async function look(maps: GraphMaps, actor: Actor): Promise<{ revision: number; tagged: number }> {
  const { version, stream } = await maps.read(actor, 'identity')
  const { nodes } = (await json(stream)) as { nodes: { tags: string[] }[] }
  return {
    revision: Number(version.split('-').at(-1)),
    tagged: nodes.filter(({ tags }) => tags.length > 0).length,
  }
}

describe('Maps that are read while another process writes', () => {
  let writer: ServiceProcess
  let graph: Graph
  let folder = ''
  before(async () => {
    writer = await startServiceProcess()
    const { neo4jUri: uri, user, password } = testServers()
    graph = createGraph(createDriver({ uri, user, password, database: 'neo4j' }), 'neo4j', Date.now)
    folder = await mkdtemp(path.join(tmpdir(), 'ideas-maps-'))
  })
  after(async () => {
    await Promise.all([writer?.stop(), graph?.close(), rm(folder, { recursive: true, force: true })])
  })

  /** Reads until the limit, or until a map differs from the history of its revision; returns the number of reads, and whether one did. */
  const read = async (
    most: number,
    change: (store: MapStore) => MapStore = (store) => store,
  ): Promise<{ reads: number; torn: boolean }> => {
    const spool = createMapSpool(folder)
    const maps = createMap({ store: change(createMapStore(graph)), spool, build: 'test' })
    const user = await createUser(writer.url, (await sharedService()).application, 'pro')
    const actor = { userId: user.user_id } as Actor
    const ids = await newIdeaIds(user.api, IDEAS)
    const start = await look(maps, actor)
    const done = new AbortController()
    const writing = write(user.api, ids, done.signal)
    try {
      for (let reads = 1; reads <= most; reads += 1) {
        const { revision, tagged } = await look(maps, actor)
        const expected = (revision - start.revision) % 2 === 0 ? 0 : IDEAS
        if (tagged !== expected) return { reads, torn: true }
      }
      return { reads: most, torn: false }
    } finally {
      done.abort()
      await writing
      await spool.close()
    }
  }

  it('are each the state of their revision', async () => {
    expect(await read(READS)).to.deep.equal({ reads: READS, torn: false })
  }).timeout(600_000)

  it('would not be if the revision were read without the lock', async () => {
    const { torn, reads } = await read(READS_WITHOUT_LOCK, (store) => ({
      ...store,
      lockedRevision: async (userId) => {
        const found = await store.revision(userId)
        return found ?? expect.fail('there is no revision')
      },
    }))
    process.stdout.write(`    a torn map after ${reads} reads\n`)
    expect(torn).to.equal(true)
  }).timeout(600_000)
})
