import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { createMap } from '../../../src/features/map/map.ts'
import type { MapRow } from '../../../src/features/map/present.ts'
import { createMapSpool } from '../../../src/features/map/spool.ts'
import type { MapStore } from '../../../src/features/map/store.ts'
import type { Actor } from '../../../src/platform/auth/actor.ts'

async function* none(): AsyncGenerator<MapRow> {}

describe('A map of a user who writes all the time', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ideas-maps-'))
  })
  afterEach(async () => rm(folder, { recursive: true }))

  /** How it is read when a read without the lock takes so long, and a write comes in between. */
  const readsOf = async (readMs: number): Promise<string[]> => {
    const reads: string[] = []
    let revision = 0
    const ledger = async () => ({ epoch: 'e', revision: (revision += 1) })
    const store = {
      revision: ledger,
      lockedRevision: ledger,
      async read(_: string, work: (rows: AsyncIterable<MapRow>) => Promise<unknown>) {
        reads.push('without the lock')
        await setTimeout(readMs)
        return work(none())
      },
      async readLocked(_: string, work: (rows: AsyncIterable<MapRow>, at: unknown) => Promise<unknown>) {
        reads.push('under the lock')
        return work(none(), await ledger())
      },
    } as unknown as MapStore
    const spool = createMapSpool(folder)
    const { stream } = await createMap({ store, spool, build: 'test' }).read(
      { userId: 'user' } as Actor,
      'identity',
    )
    stream.destroy()
    await spool.close()
    return reads
  }

  it('is read under the lock when three reads without it did not last', async () => {
    const without = 'without the lock'
    expect(await readsOf(0)).to.deep.equal([without, without, without, 'under the lock'])
  })

  it('is read under the lock at once when one without it took long', async () => {
    expect(await readsOf(1_100)).to.deep.equal(['without the lock', 'under the lock'])
  })
})
