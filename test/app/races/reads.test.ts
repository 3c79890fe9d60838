import { expect } from 'chai'
import { importLines } from '../../features/imports/import-client.ts'
import { newUser } from '../../support/service.ts'

const IDEAS = 400
const READERS = 6

describe('Reads while ideas are deleted', () => {
  it('are never an error, and maps show each idea whole', async () => {
    const { api } = await newUser()
    const made = Array.from({ length: IDEAS }, (_, index) => ({
      id: index + 1,
      title: `Idea ${index}`,
      tags: ['a', 'b'],
    }))
    expect((await importLines(api, made)).status).to.equal(200)
    const ids = (await api.get('/map')).body.nodes.map(({ id }: { id: number }) => id) as number[]
    const deleted = new AbortController()
    const statuses = new Set<number>()
    const paths = [
      '/ideas?limit=100',
      '/ideas?tag=a&limit=100',
      '/ideas?sort=title&limit=100',
      '/tags',
      '/map',
    ]
    const read = async (reader: number): Promise<void> => {
      for (let turn = reader; !deleted.signal.aborted; turn += 1) {
        const path =
          turn % 2 === 0 ? `/ideas/${ids[turn % ids.length]}` : (paths[turn % paths.length] ?? '/map')
        const { status, body } = await api.get(path)
        if (!(status === 404 && path.startsWith('/ideas/'))) statuses.add(status)
        // A map is of one revision. Others may find an idea that is being deleted without its tags: there is no lock.
        for (const { tags } of body.nodes ?? []) expect(tags).to.deep.equal(['a', 'b'])
      }
    }
    const removeAll = async (): Promise<void> => {
      for (const id of ids) expect((await api.delete(`/ideas/${id}`)).status).to.equal(200)
    }
    const readers = Array.from({ length: READERS }, async (_, reader) => read(reader))
    const ended = await Promise.allSettled([...readers, removeAll().finally(() => deleted.abort())])
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    expect([...statuses]).to.deep.equal([200])
  })
})
