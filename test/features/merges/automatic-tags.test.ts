import { expect } from 'chai'
import { importLines } from '../imports/import-client.ts'
import type { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdeaIds } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { done, everything, everythingButTimes, merge, unmerge } from './merging.ts'

type TagDetail = { name: string; auto: boolean }

/** Chosen tags and automatic ones (`~`), as an import brings them. */
const idea = (title: string, ...words: string[]): unknown => {
  const details = words.map((word) => ({ name: word.replace('~', ''), auto: word.startsWith('~') }))
  return { title, tags: details.map(({ name }) => name), tag_details: details }
}

describe('Automatic tags and merges', () => {
  let api: Client
  const given = async (...records: unknown[]): Promise<number[]> => {
    await done(importLines(api, records))
    return (await everything(api)).ideas.map(({ id }: { id: number }) => id)
  }
  const tagsOf = async (id: number): Promise<string[]> =>
    (await done(api.get(`/ideas/${id}`))).tag_details.map(
      ({ name, auto }: TagDetail) => `${auto ? '~' : ''}${name}`,
    )
  beforeEach(async () => {
    ;({ api } = await newUser())
  })

  it('a tag stays automatic where it was so for both ideas; one that a person chose for either is chosen', async () => {
    const [a = 0, b = 0] = await given(
      idea('A', '~both', '~mine', 'theirs', '~a'),
      idea('B', '~both', 'mine', '~theirs', '~b', 'c'),
    )
    const before = await everythingButTimes(api)
    const merged = await done(merge(api, a, b))
    expect(merged.tags).to.deep.equal(['both', 'mine', 'theirs', 'a', 'b', 'c'])
    expect(await tagsOf(a)).to.deep.equal(['~both', 'mine', 'theirs', '~a', '~b', 'c'])
    const [listed] = await done(api.get(`/ideas/${a}/merges`))
    expect(listed.tag_details[0]).to.deep.equal({ name: 'both', auto: true })
    await done(unmerge(api, a, b))
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('a tag stays chosen as long as somebody chose it for one of the ideas that are absorbed', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await given(
      idea('A', '~x'),
      idea('B', 'x', '~y'),
      idea('C', 'x', 'y'),
      idea('D', '~x', '~y'),
    )
    const before = await everythingButTimes(api)
    for (const other of [b, c, d]) await done(merge(api, a, other))
    expect(await tagsOf(a)).to.deep.equal(['x', 'y'])
    await done(unmerge(api, a, b))
    expect(await tagsOf(a)).to.deep.equal(['x', 'y'])
    await done(unmerge(api, a, c))
    expect(await tagsOf(a)).to.deep.equal(['~x', '~y'])
    await done(unmerge(api, a, d))
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })
})

describe('An idea that awaits automatic tags', () => {
  let database: TestDatabase
  givenDatabase((own) => (database = own))

  it('awaits none any more when another is merged into it; an absorbed one does when it is back', async () => {
    const { api } = await newUser()
    const [a = 0, b = 0] = await newIdeaIds(api, 2)
    const waiting = async (): Promise<unknown> =>
      database.query(
        'MATCH (i:Idea) WHERE i.id IN $ids AND i.awaitsTags AND NOT i.archived RETURN collect(i.id) AS ids',
        { ids: [a, b] },
      )
    await database.query('MATCH (i:Idea) WHERE i.id IN $ids SET i.awaitsTags = true', { ids: [a, b] })
    await done(merge(api, a, b))
    expect(await waiting()).to.deep.equal([{ ids: [] }])
    await done(unmerge(api, a, b))
    expect(await waiting()).to.deep.equal([{ ids: [b] }])
  })
})
