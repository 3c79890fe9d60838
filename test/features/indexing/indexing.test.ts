import { expect } from 'chai'
import { importLines } from '../imports/import-client.ts'
import { newIdea } from '../../support/factories.ts'
import { DIMENSIONS } from '../../support/server-data.ts'
import type { TestUser } from '../../support/service.ts'
import { givenStack, passagesOf, untilDone, type Stack } from './stack.ts'

const PARAGRAPHS = ['one', 'two', 'three', 'four'].map(
  (name) => `## ${name}\n\n${`The ${name} paragraph says ${name}. `.repeat(40)}`,
)

describe('Background work', () => {
  let stack: Stack
  let user: TestUser
  givenStack((given) => (stack = given))
  beforeEach(async () => {
    user = await stack.service.createUser()
  })

  const embedded = (): string[] => stack.embeddings.requests.flatMap(({ body }) => body.input)
  const processing = async (id: number): Promise<boolean> =>
    (await user.api.get(`/ideas/${id}`)).body.processing

  it('embeds a new idea; then it is no longer processing, in no answer', async () => {
    const made = await newIdea(user.api, { title: 'A garden', body: 'Tomatoes and **beans**.' })
    expect(made.processing).to.equal(true)
    await untilDone(stack)
    const [passage, ...more] = await passagesOf(stack, made.id)
    expect(more).to.deep.equal([])
    expect(passage).to.deep.include({
      labels: ['Passage', 'PassageA'],
      userId: user.user_id,
      text: 'Tomatoes and beans.',
      dimensions: DIMENSIONS,
    })
    expect(await processing(made.id)).to.equal(false)
    for (const query of ['', '?sort=title', '?status=captured']) {
      expect((await user.api.get(`/ideas${query}`)).body[0].processing).to.equal(false)
    }
  })

  it('embeds of an edit only what changed', async () => {
    const { id } = await newIdea(user.api, { title: 'Long', body: PARAGRAPHS.join('\n\n') })
    await untilDone(stack)
    const before = await passagesOf(stack, id)
    expect(before.length).to.be.at.least(3)
    const asked = embedded().length
    const changed = [...PARAGRAPHS.slice(0, 3), '## four\n\nSomething else.'].join('\n\n')
    await user.api.patch(`/ideas/${id}`, { body: changed })
    expect(await processing(id)).to.equal(true)
    await untilDone(stack)
    const after = await passagesOf(stack, id)
    expect(after.at(-1)?.['text']).to.contain('Something else.')
    expect(after[0]).to.deep.equal(before[0])
    const hashes = new Set(before.map(({ hash }) => hash))
    expect(embedded().length - asked).to.equal(after.filter(({ hash }) => !hashes.has(hash)).length)
  })

  it('embeds everything of an idea with another title, and nothing of one with another status', async () => {
    const { id } = await newIdea(user.api, { title: 'Old', body: PARAGRAPHS.join('\n\n') })
    await untilDone(stack)
    const before = await passagesOf(stack, id)
    await user.api.patch(`/ideas/${id}`, { status: 'building', add_tags: ['x'] })
    expect(await processing(id)).to.equal(false)
    expect(await passagesOf(stack, id)).to.deep.equal(before)
    await user.api.patch(`/ideas/${id}`, { title: 'New' })
    await untilDone(stack)
    const nodes = new Set(before.map(({ node }) => node))
    expect((await passagesOf(stack, id)).filter(({ node }) => nodes.has(node))).to.deep.equal([])
  })

  it('keeps a passage that comes twice once', async () => {
    const { id } = await newIdea(user.api, { body: `${PARAGRAPHS[0]}\n\n${PARAGRAPHS[0]}` })
    await untilDone(stack)
    const hashes = (await passagesOf(stack, id)).map(({ hash }) => hash)
    expect(new Set(hashes).size).to.equal(hashes.length)
  })

  it('embeds imported ideas, but no archived ones', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({
      title: `Imported ${index}`,
      archived: index < 5,
    }))
    expect((await importLines(user.api, lines)).body).to.include({ ideas: 50 })
    await untilDone(stack)
    const found = await stack.database.query(
      `MATCH (i:Idea {userId: $userId}) RETURN i.archived AS archived, COUNT { (i)-[:HAS_PASSAGE]->() } AS passages`,
      { userId: user.user_id },
    )
    expect(found.filter(({ passages }) => passages === 1)).to.have.lengthOf(45)
    expect(found.filter(({ archived, passages }) => archived === true && passages === 0)).to.have.lengthOf(5)
  })

  const left = async (): Promise<unknown> => {
    const [row] = await stack.database.query(
      `RETURN COUNT { MATCH (p:Passage {userId: $userId}) } AS passages, COUNT { MATCH (o:Outbox {userId: $userId}) } AS rows`,
      { userId: user.user_id },
    )
    return row
  }

  it('embeds what a merge made of an idea; undone, both', async () => {
    const { api } = user
    const same = { title: 'Rain barrel', body: 'A barrel under the gutter waters the garden in dry weeks.' }
    const { id: older } = await newIdea(api, { ...same, tags: ['water'] })
    const { body: twin } = await api.post('/ideas?force=true', { ...same, tags: ['water'] })
    await untilDone(stack)
    const texts = async (id: number): Promise<unknown[]> =>
      (await passagesOf(stack, id)).map(({ text }) => text)
    const before = await texts(older)
    expect((await api.post(`/ideas/${older}/merge`, { absorb_id: twin.id })).status).to.equal(200)
    expect(await processing(older)).to.equal(true)
    await untilDone(stack)
    expect(await processing(older)).to.equal(false)
    expect(await texts(twin.id)).to.deep.equal([])
    expect((await texts(older)).join('\n').split('under the gutter')).to.have.length(3)
    const { status } = await api.post(`/ideas/${older}/unmerge`, { absorbed_id: twin.id })
    expect(status).to.equal(200)
    expect([await processing(older), await processing(twin.id)]).to.deep.equal([true, true])
    await untilDone(stack)
    expect([await texts(older), await texts(twin.id)]).to.deep.equal([before, before])
  })

  it('leaves nothing of an idea that is deleted, before or after it was embedded', async () => {
    const { id } = await newIdea(user.api)
    await untilDone(stack)
    await user.api.delete(`/ideas/${id}`)
    for (let times = 0; times < 10; times += 1) {
      const { id: hasty } = await newIdea(user.api)
      expect((await user.api.delete(`/ideas/${hasty}`)).status).to.equal(200)
    }
    await untilDone(stack)
    expect(await left()).to.deep.equal({ passages: 0, rows: 0 })
  })

  it('leaves nothing of an account that is deleted', async () => {
    await newIdea(user.api)
    await untilDone(stack)
    await newIdea(user.api)
    await stack.service.application.accounts.remove(user.email)
    await untilDone(stack)
    expect(await left()).to.deep.equal({ passages: 0, rows: 0 })
  })
})
