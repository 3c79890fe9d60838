import type { ClientOptions } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import type { Client } from '../../support/client.ts'
import { newIdea } from '../../support/factories.ts'
import { sharedService, type TestUser } from '../../support/service.ts'
import { importLines } from '../imports/import-client.ts'
import { done } from '../merges/merging.ts'
import { connect, ERAS, type Assistant, type Era } from './connecting.ts'
import { newToken } from './tokens.ts'

const CAN_ASK: ClientOptions = { capabilities: { elicitation: {} } }

describe('The tool resolve_duplicate', () => {
  let user: TestUser
  let api: Client
  let survivor: number
  let absorbed: number
  const connected: Assistant[] = []
  beforeEach(async () => {
    user = await (await sharedService()).createUser('pro')
    api = user.api
    survivor = (await newIdea(api, { title: 'Export to PDF' })).id
    absorbed = (await newIdea(api, { title: 'Save as PDF', tags: ['files'] })).id
  })
  afterEach(async () => Promise.all(connected.splice(0).map(async (one) => one.close())))

  const as = async (era: Era, options?: ClientOptions): Promise<Assistant> => {
    const one = await connect(api.origin, await newToken(user), era, options)
    connected.push(one)
    return one
  }
  /** A client whose person answers every question so, and the questions. */
  const asked = async (answer: object): Promise<{ assistant: Assistant; questions: string[] }> => {
    const questions: string[] = []
    const assistant = await as('modern', CAN_ASK)
    assistant.client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message)
      return answer as { action: 'decline' }
    })
    return { assistant, questions }
  }
  const two = () => ({ survivor_id: survivor, absorbed_id: absorbed })
  const confirmed = async ({ call }: Assistant) => (await call('duplicates', two())).result.preview

  for (const era of ERAS) {
    it(`merges two ideas as the preview said, and undoes it, for a ${era} client`, async () => {
      const assistant = await as(era)
      const preview = await confirmed(assistant)
      expect(preview).to.deep.include({
        survivor: { id: survivor, title: 'Export to PDF' },
        absorbed: { id: absorbed, title: 'Save as PDF' },
        gains: { tags: ['files'], links: 0, relations: 0 },
      })
      const args = { action: 'merge', ...two(), confirm: preview.confirm, idempotency_key: 'm' }
      expect((await assistant.call('resolve_duplicate', args)).result).to.deep.equal({ done: 'merged' })
      expect((await assistant.call('resolve_duplicate', args)).result).to.deep.equal({ done: 'merged' })
      expect((await api.get(`/ideas/${absorbed}`)).body.merged_into).to.equal(survivor)
      const undone = await assistant.call('resolve_duplicate', { action: 'undo', ...two() })
      expect(undone.result).to.deep.equal({ done: 'undone', not_restored: [] })
      expect((await api.get(`/ideas/${absorbed}`)).status).to.equal(200)
    })
  }

  it('merges or dismisses a pair', async () => {
    const file = [
      ...[1, 2, 3].map((id) => ({ id, title: `Idea ${id}`, body: `Text ${id}` })),
      ...[2, 3].map((idea_id) => ({
        type: 'duplicate',
        idea_id,
        duplicate_of_id: 1,
        similarity_score: 0.9,
        confidence: 0.8,
        status: 'pending',
      })),
    ]
    await done(importLines(api, file))
    const assistant = await as('modern')
    const { duplicates, total } = (await assistant.call('duplicates')).result
    expect([duplicates.length, total]).to.deep.equal([2, 2])
    const [first, second] = duplicates
    const { preview } = (await assistant.call('duplicates', { pair_id: first.id })).result
    const args = { action: 'merge', pair_id: first.id, confirm: preview.confirm }
    expect((await assistant.call('resolve_duplicate', args)).result).to.deep.equal({ done: 'merged' })
    const dismissed = await assistant.call('resolve_duplicate', { action: 'dismiss', pair_id: second.id })
    expect(dismissed.result).to.deep.equal({ done: 'dismissed' })
    const again = await assistant.call('resolve_duplicate', { action: 'dismiss', pair_id: first.id })
    expect(again.result).to.include({ error: 'duplicate_resolved', status: 'merged' })
  })

  for (const [what, change] of [
    ['the idea that stays', async () => api.patch(`/ideas/${survivor}`, { title: 'Changed' })],
    ['the idea that would be absorbed', async () => api.patch(`/ideas/${absorbed}`, { tags: [] })],
  ] as const) {
    it(`refuses a confirmation of a state before ${what} was changed, and changes nothing`, async () => {
      const assistant = await as('modern')
      const { confirm } = await confirmed(assistant)
      expect((await change()).status).to.equal(200)
      const { result } = await assistant.call('resolve_duplicate', { action: 'merge', ...two(), confirm })
      expect(result.error).to.equal('precondition_failed')
      expect((await api.get(`/ideas/${absorbed}`)).status).to.equal(200)
    })
  }

  it('refuses a pair with two ideas beside it, which it would not obey', async () => {
    const assistant = await as('modern')
    for (const [name, args] of [
      ['duplicates', {}],
      ['resolve_duplicate', { action: 'merge', confirm: 'x' }],
    ] as const) {
      const { result } = await assistant.call(name, { ...args, pair_id: 1, ...two() })
      expect([result.error, result.details[0].path], name).to.deep.equal(['validation_error', 'pair_id'])
    }
  })

  it('refuses an invented confirmation, and that of another pair', async () => {
    const assistant = await as('modern')
    const other = (await newIdea(api)).id
    const { confirm } = (await assistant.call('duplicates', { survivor_id: survivor, absorbed_id: other }))
      .result.preview
    for (const [wrong, error] of [
      ['x', 'validation_error'],
      ['x'.repeat(43), 'precondition_failed'],
      [confirm, 'precondition_failed'],
    ] as const) {
      const { result } = await assistant.call('resolve_duplicate', {
        action: 'merge',
        ...two(),
        confirm: wrong,
      })
      expect(result.error, wrong).to.equal(error)
    }
  })

  it('asks the person where the client can, and merges after a yes', async () => {
    const { assistant, questions } = await asked({ action: 'accept', content: { yes: true } })
    const { confirm } = await confirmed(assistant)
    const { result } = await assistant.call('resolve_duplicate', { action: 'merge', ...two(), confirm })
    expect(result).to.deep.equal({ done: 'merged' })
    expect(questions).to.deep.equal([
      `Merge "Save as PDF" (${absorbed}) into "Export to PDF" (${survivor})? The first is archived; the merge can be undone.`,
    ])
  })

  it('does not ask where the client can only open addresses', async () => {
    const assistant = await as('modern', { capabilities: { elicitation: { url: {} } } })
    const { confirm } = await confirmed(assistant)
    const { result } = await assistant.call('resolve_duplicate', { action: 'merge', ...two(), confirm })
    expect(result).to.deep.equal({ done: 'merged' })
  })

  it('asks only once when a merge is repeated with its key', async () => {
    const { assistant, questions } = await asked({ action: 'accept', content: { yes: true } })
    const { confirm } = await confirmed(assistant)
    const args = { action: 'merge', ...two(), confirm, idempotency_key: 'm' }
    for (let times = 0; times < 2; times += 1)
      expect((await assistant.call('resolve_duplicate', args)).result).to.deep.equal({ done: 'merged' })
    expect(questions).to.have.length(1)
  })

  for (const answer of [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { yes: false } },
  ]) {
    it(`merges nothing after ${JSON.stringify(answer)}`, async () => {
      const { assistant } = await asked(answer)
      const { confirm } = await confirmed(assistant)
      const { result } = await assistant.call('resolve_duplicate', { action: 'merge', ...two(), confirm })
      expect(result.error).to.equal(answer.action === 'cancel' ? 'unanswered' : 'declined')
      expect((await api.get(`/ideas/${absorbed}`)).status).to.equal(200)
    })
  }
})
