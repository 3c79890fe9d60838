import { expect } from 'chai'
import { newIdea } from '../../support/factories.ts'
import { sharedService, type TestUser } from '../../support/service.ts'
import { connect, ERAS, type Assistant } from './connecting.ts'
import { newToken } from './tokens.ts'

for (const era of ERAS) {
  describe(`Resources and prompts, for a ${era} client`, () => {
    let user: TestUser
    let assistant: Assistant
    before(async () => {
      user = await (await sharedService()).createUser('pro')
      assistant = await connect(user.api.origin, await newToken(user), era)
    })
    after(async () => assistant?.close())

    it('are the ideas, newest first in pages of fifty', async () => {
      const { client } = assistant
      for (let count = 0; count < 51; count += 1) await newIdea(user.api, { title: `Idea ${count}` })
      const first = await client.request({ method: 'resources/list', params: {} })
      expect([first.resources.length, first.resources[0]?.name]).to.deep.equal([50, 'Idea 50'])
      const cursor = first.nextCursor ?? ''
      const second = await client.request({ method: 'resources/list', params: { cursor } })
      expect([second.resources.map(({ name }) => name), second.nextCursor]).to.deep.equal([
        ['Idea 0'],
        undefined,
      ])
      const uri = first.resources[0]?.uri ?? ''
      const { contents } = await client.readResource({ uri })
      const [content] = contents
      const shown = content !== undefined && 'text' in content ? JSON.parse(content.text) : {}
      expect(shown.title).to.equal('Idea 50')
      expect(shown).to.deep.equal((await assistant.call('get', { id: shown.id })).result)
      const { resourceTemplates } = await client.listResourceTemplates()
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.deep.equal(['idea://{id}'])
    })

    it('refuse a cursor that is none', async () => {
      for (const cursor of ['x', '-50', '1.5', '9'.repeat(20)]) {
        const wrong: unknown = await assistant.client
          .request({ method: 'resources/list', params: { cursor } })
          .catch((error: unknown) => error)
        expect(wrong, cursor).to.have.nested.property('data.details[0].path', 'cursor')
      }
    })

    it('refuse parameters that are missing or of another type as invalid', async () => {
      for (const [method, params] of [
        ['resources/list', { cursor: 1 }],
        ['resources/read', {}],
        ['resources/read', { uri: 1 }],
        ['prompts/get', {}],
        ['prompts/get', { name: 'plan_from_blockers', arguments: { goal: 1 } }],
      ] as const) {
        const error: unknown = await assistant.client
          .request({ method, params } as never)
          .catch((caught: unknown) => caught)
        expect(error, JSON.stringify([method, params])).to.include({ code: -32_602 })
      }
    })

    it('are three prompts, with their arguments filled in and others disregarded', async () => {
      const { client } = assistant
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).to.deep.equal([
        'review_duplicates',
        'plan_from_blockers',
        'weekly_digest',
      ])
      const { messages } = await client.getPrompt({
        name: 'plan_from_blockers',
        arguments: { goal: 'the spring release $&' },
      })
      const text = JSON.stringify(messages)
      expect(text).to.include('for: the spring release $&').and.not.to.include('{{')
      const others = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`a${at}`, 1 as never]))
      const digest = await client.getPrompt({ name: 'weekly_digest', arguments: others })
      expect(digest.messages, 'what a prompt does not have is not looked at').to.have.length(1)
      const unknown = await client.getPrompt({ name: 'x' }).catch((error: unknown) => error)
      expect(String(unknown)).to.include('Unknown prompt')
    })
  })
}
