import { expect } from 'chai'
import { LINKS_PER_IDEA } from '../../../src/features/links/schema.ts'
import { RELATIONS_PER_IDEA } from '../../../src/features/relations/schema.ts'
import { CREDENTIALS_PER_ACCOUNT } from '../../../src/features/credentials/schema.ts'
import { TAGS_PER_ACCOUNT } from '../../../src/features/tags/schema.ts'
import { PROBLEMS, type ProblemCode } from '../../../src/platform/problems.ts'
import { Client, type Reply } from '../../support/client.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea, newIdeaIds } from '../../support/factories.ts'
import { fillLinks, fillRelations, fillTags, removeFilled } from '../../support/filling.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'
import { sharedService, type TestUser } from '../../support/service.ts'
import { tally } from './pair.ts'

const ROOM = 5
const TRIES = 16

type Kind = Readonly<{
  code: ProblemCode
  /** Fills the account but for {@link ROOM}; returns what adds another one, and what counts them. */
  prepare(
    user: TestUser,
    database: TestDatabase,
  ): Promise<{
    add(client: Client, index: number): Promise<Reply>
    count(): Promise<number>
  }>
}>

const credentials = (path: string, code: ProblemCode): Kind => ({
  code,
  async prepare({ session }) {
    const count = async (): Promise<number> => (await session.get(path)).body.length
    for (let made = await count(); made < CREDENTIALS_PER_ACCOUNT - ROOM; made += 1)
      await session.post(path, {})
    return { add: async (client) => client.post(path, {}), count }
  },
})

const KINDS: Readonly<Record<string, readonly [limit: number, kind: Kind]>> = {
  'links per idea': [
    LINKS_PER_IDEA,
    {
      code: 'links_too_many',
      async prepare({ api }, database) {
        const { id } = await newIdea(api)
        await fillLinks(database, id, LINKS_PER_IDEA - ROOM)
        return {
          add: async (client, index) =>
            client.post(`/ideas/${id}/links`, { url: `https://example.org/${index}` }),
          count: async () => (await api.get(`/ideas/${id}/links`)).body.length,
        }
      },
    },
  ],
  'relations per idea': [
    RELATIONS_PER_IDEA,
    {
      code: 'relations_too_many',
      async prepare({ api }, database) {
        const [hub = 0, spoke = 0, ...others] = await newIdeaIds(api, TRIES + 2)
        await fillRelations(database, [hub, spoke], RELATIONS_PER_IDEA - ROOM)
        return {
          add: async (client, index) => {
            const [source_idea_id, target_idea_id] =
              index % 3 === 0 ? [hub, others[index]] : [others[index], hub]
            return client.post('/map/relations', { source_idea_id, target_idea_id })
          },
          count: async () => {
            const { outgoing, incoming } = (await api.get(`/ideas/${hub}/relations`)).body
            return outgoing.length + incoming.length
          },
        }
      },
    },
  ],
  'tags per account': [
    TAGS_PER_ACCOUNT,
    {
      code: 'tags_too_many',
      async prepare({ api, user_id }, database) {
        const { id } = await newIdea(api)
        await fillTags(database, user_id, TAGS_PER_ACCOUNT - ROOM)
        return {
          add: async (client, index) => {
            if (index % 4 === 0) return client.post('/tags', { name: `fresh-${index}` })
            if (index % 4 === 1)
              return client.post('/tags/bulk', { action: 'add', tag: `fresh-${index}`, idea_ids: [id] })
            if (index % 4 === 2) return client.patch(`/ideas/${id}`, { tags: [`fresh-${index}`] })
            return client.post('/ideas', { title: `Idea ${index}`, tags: [`fresh-${index}`] })
          },
          count: async () => (await api.get('/tags')).body.length,
        }
      },
    },
  ],
  'API keys per account': [CREDENTIALS_PER_ACCOUNT, credentials('/user/api-keys', 'api_keys_too_many')],
  'MCP tokens per account': [CREDENTIALS_PER_ACCOUNT, credentials('/user/mcp-tokens', 'mcp_tokens_too_many')],
}

describe('a limit', () => {
  let second: ServiceProcess
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  before(async () => {
    second = await startServiceProcess()
  })
  after(async () => second.kill())

  for (const [name, [limit, { code, prepare }]] of Object.entries(KINDS)) {
    it(`is never passed by two processes at once: ${name}; the refusal is 409 and names it`, async () => {
      const user = await (await sharedService()).createUser()
      const { add, count } = await prepare(user, database)
      const replies = await Promise.all(
        Array.from({ length: TRIES }, async (_, index) =>
          add(index % 2 === 0 ? user.session : new Client(second.url, user.session.headers), index),
        ),
      )
      const refused = replies.filter(({ status }) => status === 409)
      expect(refused, JSON.stringify(tally(replies))).to.have.length(TRIES - ROOM)
      expect(await count()).to.equal(limit)
      for (const { body } of refused) expect(body.error).to.equal(PROBLEMS[code].text)
      expect(PROBLEMS[code].text).to.contain(limit.toLocaleString('en'))
      const again = await add(
        user.session,
        replies.findIndex(({ status }) => status === 409),
      )
      expect([again.status, again.body.error]).to.deep.equal([409, PROBLEMS[code].text])
      await removeFilled(database, user.user_id)
    })
  }
})
