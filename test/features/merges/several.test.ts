import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newIdeaIds } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { addLink, addRelation, done, everythingButTimes, merge, unmerge } from './merging.ts'

type Thing = { id: number; title?: string | null; note?: string | null }

describe('Several merges into one idea', () => {
  let api: Client
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  let [survivor, one, two, three, x] = [0, 0, 0, 0, 0]
  beforeEach(async () => {
    ;({ api } = await newUser())
    ;[survivor = 0, x = 0] = await newIdeaIds(api, 2)
    for (const title of ['One', 'Two', 'Three']) {
      const { id } = await newIdea(api, { title, body: `Text of ${title}`, tags: ['shared', title] })
      ;[one, two, three] = [two, three, id]
    }
  })

  const link = async (idea: number, title: string | null): Promise<number> =>
    (await addLink(api, idea, 'https://example.org', title)).id
  const relate = async (source: number, target: number, note: string | null): Promise<number> =>
    (await addRelation(api, source, 'blocks', target, note)).id
  const of = async (id: number) => {
    const { tags, links, relations } = await done(api.get(`/ideas/${id}`))
    return {
      tags,
      links: links.map((own: Thing) => [own.id, own.title]),
      relations: relations.map((own: Thing) => [own.id, own.note]),
    }
  }

  it('are undone in any order: what others brought, too, stays until the last of them goes', async () => {
    const links = [await link(one, null), await link(two, 'Two'), await link(three, 'Three')]
    const relations = [
      await relate(one, x, null),
      await relate(two, x, 'Two'),
      await relate(three, x, 'Three'),
    ]
    const before = await everythingButTimes(api)
    for (const id of [one, two, three]) await done(merge(api, survivor, id))
    expect(await of(survivor)).to.deep.equal({
      tags: ['shared', 'One', 'Two', 'Three'],
      links: [[links[0], 'Two']],
      relations: [[relations[0], 'Two']],
    })
    expect((await done(unmerge(api, survivor, one))).not_restored).to.deep.equal([])
    expect(await of(survivor)).to.deep.equal({
      tags: ['shared', 'Two', 'Three'],
      links: [[links[1], 'Two']],
      relations: [[relations[1], 'Two']],
    })
    expect(await of(one)).to.deep.include({ links: [[links[0], null]], relations: [[relations[0], null]] })
    expect((await done(unmerge(api, survivor, two))).not_restored).to.deep.equal([])
    expect(await of(survivor)).to.deep.equal({
      tags: ['shared', 'Three'],
      links: [[links[2], 'Three']],
      relations: [[relations[2], 'Three']],
    })
    expect((await done(unmerge(api, survivor, three))).not_restored).to.deep.equal([])
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('lend what is missing again when the first lender goes', async () => {
    const own = [await link(survivor, null), await relate(survivor, x, null)]
    for (const [id, text] of [
      [one, 'One'],
      [two, 'Two'],
    ] as const)
      await Promise.all([link(id, text), relate(id, x, text)])
    const before = await everythingButTimes(api)
    await done(merge(api, survivor, one))
    await done(merge(api, survivor, two))
    const lent = async () => {
      const { links, relations } = await of(survivor)
      return [...links, ...relations]
    }
    expect(await lent()).to.deep.equal(own.map((id) => [id, 'One']))
    await done(unmerge(api, survivor, one))
    expect(await lent()).to.deep.equal(own.map((id) => [id, 'Two']))
    await done(unmerge(api, survivor, two))
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('bring a relation between two absorbed ideas back to both', async () => {
    await relate(one, two, 'between')
    const before = await everythingButTimes(api)
    await done(merge(api, survivor, one))
    await done(merge(api, survivor, two))
    expect((await of(survivor)).relations).to.deep.equal([])
    const { not_restored } = await done(unmerge(api, survivor, one))
    expect(not_restored.map(({ reason }: { reason: string }) => reason)).to.deep.equal(['merged'])
    expect((await done(unmerge(api, survivor, two))).not_restored).to.deep.equal([])
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('let a relation find back when the idea at its other end was merged, too', async () => {
    const { id: y } = await newIdea(api)
    const relation = await relate(one, x, null)
    const before = await everythingButTimes(api)
    await done(merge(api, survivor, one))
    await done(merge(api, y, x))
    await done(unmerge(api, survivor, one))
    expect((await done(api.get(`/ideas/${one}`))).relations[0]).to.include({
      id: relation,
      target_idea_id: y,
    })
    await done(unmerge(api, y, x))
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('leave the survivor its own relation where that stood back for one that leaves, along a chain of merges', async () => {
    const [other = 0, y = 0] = await newIdeaIds(api, 2)
    const [leaving, own] = [await relate(one, x, null), await relate(survivor, other, null)]
    const before = await everythingButTimes(api)
    await done(merge(api, survivor, one))
    await done(merge(api, x, other))
    await done(merge(api, y, x))
    expect((await done(unmerge(api, survivor, one))).not_restored).to.deep.equal([])
    expect([(await of(one)).relations, (await of(survivor)).relations]).to.deep.equal([
      [[leaving, null]],
      [[own, null]],
    ])
    expect((await done(unmerge(api, y, x))).not_restored).to.deep.equal([])
    expect((await done(unmerge(api, x, other))).not_restored).to.deep.equal([])
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('do not bring a tag again that the user removed, when a tag of an absorbed idea was merged meanwhile', async () => {
    await done(merge(api, survivor, one))
    await done(merge(api, survivor, two))
    await api.post('/tags', { name: 'another' })
    const tags: { id: number; name: string }[] = await done(api.get('/tags'))
    const idOf = (name: string) => tags.find((tag) => tag.name === name)?.id
    await done(api.post(`/tags/${idOf('Two')}/merge`, { into_id: idOf('another') }))
    await done(api.patch(`/ideas/${survivor}`, { tags: [] }))
    expect((await done(unmerge(api, survivor, one))).survivor.tags).to.deep.equal([])
  })

  it('are undone in any order when some of them were made before revisions were kept', async () => {
    for (const [id, note] of [
      [one, null],
      [two, 'Two'],
      [three, 'Three'],
    ] as const)
      await Promise.all([link(id, note), relate(id, x, note)])
    const before = await everythingButTimes(api)
    await done(merge(api, survivor, one))
    await done(merge(api, survivor, two))
    await database.query(
      'MATCH (a:Idea WHERE a.id IN $ids)-[m:MERGED_INTO]->() REMOVE m.revision SET m.others = [$x]',
      { ids: [one, two], x },
    )
    await done(merge(api, survivor, three))
    for (const id of [one, three, two])
      expect((await done(unmerge(api, survivor, id))).not_restored).to.deep.equal([])
    expect(await everythingButTimes(api)).to.deep.equal(before)
  })

  it('are listed, the newest first, each with the idea that is archived; in pages', async () => {
    expect((await api.get(`/ideas/${survivor}/merges`)).body).to.deep.equal([])
    for (const id of [two, one, three]) await done(merge(api, survivor, id))
    const all = await api.get(`/ideas/${survivor}/merges`)
    expect(all.body.map((own: { absorbed_id: number }) => own.absorbed_id)).to.deep.equal([three, one, two])
    expect(all.body[0]).to.deep.include({ title: 'Three', status: 'captured', tags: ['shared', 'Three'] })
    expect(all.body[0].merged_at).to.equal((await api.get(`/ideas/${survivor}`)).body.updated_at)
    const page = await api.get(`/ideas/${survivor}/merges?limit=1&offset=1`)
    expect(page.body).to.deep.equal([all.body[1]])
    expect(page.headers.get('x-total-count')).to.equal('3')
    expect(page.headers.get('link')).to.include(
      `</api/v1/ideas/${survivor}/merges?limit=1&offset=2>; rel="next"`,
    )
    await done(unmerge(api, survivor, one))
    await api.delete(`/ideas/${two}`)
    const left = await api.get(`/ideas/${survivor}/merges`)
    expect(left.body.map((own: { absorbed_id: number }) => own.absorbed_id)).to.deep.equal([three])
    expect(left.headers.get('x-total-count')).to.equal('1')
  })
})
