import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
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

const IDEAS = 20
const READS = 5_000

/** Sets the title of one idea after the other to the number of the write, until the signal aborts. */
async function write(api: Client, ids: readonly number[], signal: AbortSignal): Promise<void> {
  for (let number = 1; !signal.aborted; number += 1) {
    const { status } = await api.patch(`/ideas/${ids[number % IDEAS]}`, { title: `${number}` })
    expect(status).to.equal(200)
  }
}

/** The titles after a number of writes; undefined where it is the first one. */
function titlesAfter(writes: number): (string | undefined)[] {
  return Array.from({ length: IDEAS }, (_, index) => {
    const last = writes - ((((writes - index) % IDEAS) + IDEAS) % IDEAS)
    return last >= 1 ? `${last}` : undefined
  })
}

/** The number in a map's version, and its titles by id. */
async function look(maps: GraphMaps, actor: Actor): Promise<{ revision: number; titles: string[] }> {
  const { version, gzip } = await maps.read(actor)
  const { nodes } = JSON.parse(gunzipSync(await buffer(gzip)).toString()) as {
    nodes: { id: number; title: string }[]
  }
  const titles = nodes.toSorted((a, b) => a.id - b.id).map(({ title }) => title)
  return { revision: Number(version.split('-').at(-1)), titles }
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
  const read = async (change: (store: MapStore) => MapStore): Promise<{ reads: number; torn: boolean }> => {
    const spool = createMapSpool(folder)
    const maps = createMap({ store: change(createMapStore(graph)), spool, build: 'test' })
    const user = await createUser(writer.url, (await sharedService()).services, 'pro')
    const actor = { userId: user.user_id } as Actor
    const ids = (await newIdeaIds(user.api, IDEAS)).toSorted((a, b) => a - b)
    const start = await look(maps, actor)
    const done = new AbortController()
    const writing = write(user.api, ids, done.signal)
    try {
      for (let reads = 1; reads <= READS; reads += 1) {
        const { revision, titles } = await look(maps, actor)
        const expected = titlesAfter(revision - start.revision).map((title, at) => title ?? start.titles[at])
        if (titles.join() !== expected.join()) return { reads, torn: true }
      }
      return { reads: READS, torn: false }
    } finally {
      done.abort()
      await writing
      await spool.close()
    }
  }

  it('are each the state of their revision', async () => {
    expect(await read((store) => store)).to.deep.equal({ reads: READS, torn: false })
  }).timeout(300_000)

  it('would not be if the revision were read without the lock', async () => {
    const { torn, reads } = await read((store) => ({
      ...store,
      lockedRevision: async (userId) => {
        const found = await store.revision(userId)
        return found ?? expect.fail('there is no revision')
      },
    }))
    process.stdout.write(`    a torn map after ${reads} reads\n`)
    expect(torn).to.equal(true)
  }).timeout(300_000)
})
