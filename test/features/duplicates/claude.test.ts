import { expect } from 'chai'
import { startFakeAnthropic, type ClaudeBehaviour, type FakeAnthropic } from '../../support/fake-anthropic.ts'
import type { TestUser } from '../../support/service.ts'
import { importLines } from '../imports/import-client.ts'
import { givenModelStack, type ModelStack } from '../indexing/model-stack.ts'
import { until } from '../indexing/stack.ts'
import { newIdea } from '../../support/factories.ts'
import { compared, pairsOf, rewritten, settled } from './detecting.ts'

const PER_DAY = 6
/** Of these the judge is not sure. */
const DOUBTFUL = [{ title: 'Export to PDF' }, { title: 'PDF export' }] as const
/** These have no word in common but the commonest. */
const PARAPHRASED = [
  { title: 'Dark mode for the editor', body: 'White screens hurt at night. Please offer a dark theme.' },
  {
    title: 'Easier on the eyes in the evening',
    body: 'When I write late, the bright page is unpleasant; let me switch to dark colours.',
  },
] as const
const SURE = { title: 'Sign in with a fingerprint' }
const FAILURES: readonly ClaudeBehaviour[] = [
  { status: 401 },
  { status: 500 },
  'malformed',
  'wrong-shape',
  'refusal',
]

describe('Pairs of which the judge is not sure', () => {
  let claude: FakeAnthropic
  let given: ModelStack
  let user: TestUser
  let now = Date.now()
  before(async () => {
    claude = await startFakeAnthropic()
  })
  givenModelStack(
    (stack) => (given = stack),
    () => ({
      DUPLICATE_REVIEW: 'claude',
      DUPLICATE_REVIEWS_PER_DAY: String(PER_DAY),
      ANTHROPIC_API_KEY: 'sk-ant-a-key',
      ANTHROPIC_BASE_URL: claude.url,
    }),
    { clock: () => (now += 1) },
  )
  after(async () => claude?.close())
  beforeEach(async () => {
    // Another day, with a budget of its own and whatever Claude was left alone for over.
    now += 86_400_000
    claude.behave('success')
    user = await given.service.createUser('pro')
  })

  const asks = () => claude.requests.length
  /** Tags, so that Claude is not asked for them. */
  const add = async (title: string, body = '') => compared(user.api, { title, body, tags: ['given'] })

  it('are shown when Claude takes them for the same, with its reason first', async () => {
    claude.say({ same: true, reason: 'Both want a PDF file.' })
    for (const { title } of DOUBTFUL) await add(title)
    const [pair] = await pairsOf(user.api)
    expect(pair.confidence).to.equal(0.95)
    expect(pair.reasons[0]).to.equal('Claude: Both want a PDF file.')
    const { body } = claude.requests.at(-1) ?? expect.fail('not asked')
    expect(JSON.parse(body.messages[0]?.content ?? '')).to.have.keys('a', 'b')
  })

  it('are also those that say the same without a common word, which only meaning brings together', async () => {
    claude.say({ same: true, reason: 'Both want dark colours.' })
    for (const { title, body } of PARAPHRASED) await add(title, body)
    expect((await pairsOf(user.api))[0]?.reasons[0]).to.equal('Claude: Both want dark colours.')
  })

  for (const [verdict, same, ideas] of [
    ['the same', true, DOUBTFUL],
    ['apart', false, DOUBTFUL],
    ['apart, without a common word', false, PARAPHRASED],
  ] as const) {
    it(`keep Claude's verdict when they are compared again without an edit: ${verdict}`, async () => {
      claude.say({ same, reason: 'Seen.' })
      const unasked = claude.requests.length
      for (const idea of ideas) await add(idea.title, 'body' in idea ? idea.body : '')
      const before = await pairsOf(user.api)
      expect(before).to.have.lengthOf(same ? 1 : 0)
      expect(claude.requests).to.have.lengthOf(unasked + 1)
      claude.behave({ status: 500 })
      // With the budget of another day.
      now += 86_400_000
      // What a rebuilt index does for an idea.
      await given.database.query(
        `MATCH (i:Idea {userId: $id})
         CREATE (:Outbox {ideaId: i.id, userId: i.userId, version: i.updatedAt, stage: 'enrichment', priority: 3, dueAt: 1, retry: 0})-[:ABOUT]->(i)`,
        { id: user.user_id },
      )
      const left = 'MATCH (o:Outbox {userId: $id}) RETURN count(o) AS left'
      await until(async () => (await given.database.query(left, { id: user.user_id }))[0]?.['left'] === 0)
      expect(await pairsOf(user.api)).to.deep.equal(before)
      expect(claude.requests).to.have.lengthOf(unasked + 1)
    })
  }

  it('are not shown when Claude tells them apart', async () => {
    claude.say({ same: false, reason: 'One is about printing.' })
    for (const { title } of DOUBTFUL) await add(title)
    expect(await pairsOf(user.api)).to.deep.equal([])
  })

  it('are nobody else’s business: what is clear is not asked', async () => {
    const asked = asks()
    await add(SURE.title)
    await add(SURE.title, '.')
    await add('Water the tomatoes by a timer')
    expect(await pairsOf(user.api)).to.have.lengthOf(1)
    expect(claude.requests).to.have.lengthOf(asked)
  })

  /** The second of the two, about which Claude is just asked; what is done meanwhile comes first. */
  const meanwhile = async (work: (first: number) => Promise<void>): Promise<void> => {
    claude.say({ same: true, reason: 'The same.' })
    const first = await add(DOUBTFUL[0].title)
    const [asked, release] = [asks(), claude.hold()]
    const { id } = await newIdea(user.api, { ...DOUBTFUL[1], tags: ['given'] })
    await until(async () => asks() > asked)
    try {
      await work(first)
    } finally {
      release()
    }
    await settled(user.api, id)
  }

  it('are not shown when the other one says something else by then', async () => {
    await meanwhile(async (first) => rewritten(user.api, first, { title: 'Water the tomatoes by a timer' }))
    expect(await pairsOf(user.api)).to.deep.equal([])
  })

  it('go by the threshold that is set by then', async () => {
    await meanwhile(async () => {
      const { status } = await user.session.patch('/user/me', {
        settings_json: { duplicate_threshold: 0.99 },
      })
      expect(status).to.equal(200)
    })
    expect(await pairsOf(user.api)).to.deep.equal([])
  })

  it('are asked about once when both are compared at the same time', async () => {
    claude.say({ same: true, reason: 'The same.' })
    const asked = asks()
    expect((await importLines(user.api, DOUBTFUL)).status).to.equal(200)
    for (const { id } of (await user.api.get('/ideas')).body) await settled(user.api, id)
    expect(await pairsOf(user.api)).to.have.lengthOf(1)
    expect(claude.requests).to.have.lengthOf(asked + 1)
  })

  const settle = async (settings: object): Promise<void> => {
    const { status } = await user.session.patch('/user/me', { settings_json: settings })
    expect(status).to.equal(200)
  }

  it('do not come back by another threshold when one says something else since Claude took them for the same', async () => {
    claude.say({ same: true, reason: 'Both want a PDF file.' })
    const first = await add(DOUBTFUL[0].title)
    await add(DOUBTFUL[1].title)
    await settle({ duplicate_threshold: 0.99 })
    expect(await pairsOf(user.api)).to.deep.equal([])
    await rewritten(user.api, first, { title: 'Water the tomatoes by a timer' })
    await settle({})
    expect(await pairsOf(user.api)).to.deep.equal([])
  })

  it('have 0.95 for a confidence whatever the threshold, and are not asked about where more is wanted', async () => {
    claude.say({ same: true, reason: 'The same.' })
    await settle({ duplicate_threshold: 0.95 })
    for (const { title } of DOUBTFUL) await add(title)
    expect((await pairsOf(user.api))[0]?.confidence).to.equal(0.95)
    await settle({ duplicate_threshold: 1 })
    const asked = asks()
    await add('Export as PDF')
    expect([await pairsOf(user.api), asks()]).to.deep.equal([[], asked])
  })

  for (const behaviour of FAILURES) {
    it(`are left to the judge when Claude fails: ${JSON.stringify(behaviour)}`, async () => {
      claude.behave(behaviour)
      for (const { title } of DOUBTFUL) await add(title)
      const [pair] = await pairsOf(user.api)
      expect(pair.confidence).to.be.within(0.5, 0.9)
      expect(pair.reasons.join()).not.to.include('Claude')
    })
  }

  it('take nothing from the day’s budget while Claude is left alone', async () => {
    claude.behave({ status: 401 })
    for (let at = 0; at < PER_DAY + 2; at += 1) {
      const one = await given.service.createUser('pro')
      for (const { title } of DOUBTFUL) await compared(one.api, { title, tags: ['given'] })
    }
    now += 360_000
    claude.behave('success')
    claude.say({ same: true, reason: 'The same.' })
    for (const { title } of DOUBTFUL) await add(title)
    expect((await pairsOf(user.api))[0]?.reasons[0]).to.equal('Claude: The same.')
  })

  it('are left to the judge when the day’s budget is spent, and asked about again the next day', async () => {
    claude.say({ same: true, reason: 'The same.' })
    const asked = asks()
    for (let at = 0; at < PER_DAY + 2; at += 1) {
      const one = await given.service.createUser('pro')
      for (const { title } of DOUBTFUL) await compared(one.api, { title, tags: ['given'] })
    }
    expect(claude.requests).to.have.lengthOf(asked + PER_DAY)
    now += 86_400_000
    for (const { title } of DOUBTFUL) await add(title)
    expect(claude.requests).to.have.lengthOf(asked + PER_DAY + 1)
  })
})
