import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea, newIdeaIds } from '../../support/factories.ts'
import { newUser } from '../../support/service.ts'
import { addLink, addRelation, done, everything, merge, unmerge } from './merging.ts'

describe('A preview', () => {
  let api: Client
  let [a, b] = [0, 0]
  beforeEach(async () => {
    ;({ api } = await newUser())
    a = (await newIdea(api, { title: 'A', tags: ['both'] })).id
    b = (await newIdea(api, { title: 'B', tags: ['both', 'new'] })).id
  })

  it('of a merge tells the merged idea, what moves and what is dropped, and why', async () => {
    const [x = 0] = await newIdeaIds(api, 1)
    const links = [
      await addLink(api, a, 'https://example.org'),
      await addLink(api, b, 'https://example.org/', 'Title'),
      await addLink(api, b, 'https://example.org/b'),
    ]
    const relations = [
      await addRelation(api, a, 'blocks', x),
      await addRelation(api, b, 'blocks', x, 'note'),
      await addRelation(api, x, 'inspires', b),
      await addRelation(api, a, 'parent', b),
    ]
    const [before, map] = [await everything(api), (await api.get('/map')).headers.get('etag')]
    const preview = await done(merge(api, a, b, '?preview=true'))
    expect(await everything(api)).to.deep.equal(before)
    expect((await api.get('/map')).headers.get('etag')).to.equal(map)
    const merged = await done(merge(api, a, b))
    delete merged.updated_at
    delete preview.merged.updated_at
    expect(preview).to.deep.equal({
      preview: true,
      confirm: preview.confirm,
      merged,
      absorbed: { id: b, title: 'B' },
      moved: {
        tags: ['new'],
        links: [links[2]],
        relations: [{ ...relations[2], target_idea_id: a }],
      },
      dropped: {
        links: [{ link: links[1], kept_link_id: links[0].id }],
        relations: [
          { relation: relations[1], reason: 'equal', kept_relation_id: relations[0].id },
          { relation: relations[3], reason: 'between_the_two', kept_relation_id: null },
        ],
      },
      duplicates: [],
    })
  })

  it('answers a value that lets the merge happen only while both ideas are as they were', async () => {
    const confirmOf = async () => (await done(merge(api, a, b, '?preview=true'))).confirm as string
    const changes = [
      () => api.patch(`/ideas/${a}`, { title: 'A2' }),
      () => api.patch(`/ideas/${b}`, { body: 'More' }),
      () => api.patch(`/ideas/${b}`, { status: 'shipped' }),
      () => api.patch(`/ideas/${b}`, { tags: ['both'] }),
      () => api.post(`/ideas/${b}/links`, { url: 'https://example.org' }),
      () => addRelation(api, a, 'blocks', b),
    ]
    for (const change of changes) {
      const confirm = await confirmOf()
      expect(confirm).to.match(/^[\w-]{43}$/)
      await change()
      const query = `?confirm=${confirm}`
      expect((await merge(api, a, b, query)).status).to.equal(412)
      expect((await merge(api, a, b, `${query}&preview=true`)).status).to.equal(412)
    }
    const confirm = await confirmOf()
    expect((await merge(api, b, a, `?confirm=${confirm}`)).status, 'the other way round').to.equal(412)
    await done(merge(api, a, b, `?confirm=${confirm}`))
  })

  it('is not kept under its Idempotency-Key; the real request may have the same', async () => {
    const keyed = api.with({ 'Idempotency-Key': 'k' })
    for (let turn = 0; turn < 2; turn += 1)
      expect((await merge(keyed, a, b, '?preview=true')).body.preview).to.equal(true)
    const merged = await done(merge(keyed, a, b))
    expect(await done(merge(keyed, a, b))).to.deep.equal(merged)
    expect((await merge(keyed, a, b, '?preview=true')).status).to.equal(422)
    expect((await unmerge(keyed, a, b, '?preview=true')).body.preview).to.equal(true)
    const back = await done(unmerge(keyed, a, b))
    expect(await done(unmerge(keyed, a, b))).to.deep.equal(back)
  })

  it('is a 400 when it is neither true nor false', async () => {
    for (const query of ['?preview=1', '?preview=', '?force=yes'])
      expect((await merge(api, a, b, query)).status).to.equal(400)
  })
})
