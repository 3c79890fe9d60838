import { expect } from 'chai'
import { importLines } from '../imports/import-client.ts'
import type { Client } from '../../support/client.ts'
import { givenProxiedService, type ProxiedService } from '../../support/proxied-service.ts'
import { done, everythingButTimes, merge, unmerge } from './merging.ts'

/** Enough that a statement for each would take seconds. */
const MANY = 1_000
/** Both ideas together have half as many again, within the limit of one. */
const MANY_LINKS = 300

/** Two ideas, each related to so many others, to half of them alike; links alike. Both are the ids of the file. */
function records(count: number): unknown[] {
  const others = Array.from({ length: count }, (_, index) => index + 3)
  return [
    ...[1, 2, ...others].map((id) => ({ id, title: `Idea ${id}` })),
    ...others.flatMap((id, index) =>
      [1, 2].map((source) => ({
        type: 'relation',
        source_idea_id: source,
        target_idea_id: id,
        relation_type: index % 2 === 0 ? 'blocks' : source === 1 ? 'parent' : 'supersedes',
        note: source === 1 ? null : `note ${id}`,
      })),
    ),
    ...others.slice(0, MANY_LINKS).flatMap((id, index) =>
      [1, 2].map((idea) => ({
        type: 'link',
        idea_id: idea,
        url: `https://example.org/${index % 2 === 0 ? '' : `${idea}/`}${id}`,
      })),
    ),
  ]
}

describe('A merge of ideas with many relations and links', () => {
  let proxied: ProxiedService
  givenProxiedService((given) => (proxied = given))

  const furnish = async (count: number): Promise<{ api: Client; one: number; two: number }> => {
    const { api } = await proxied.service.createUser()
    expect((await importLines(api, records(count))).status).to.equal(200)
    const { ideas } = await everythingButTimes(api)
    const idOf = (title: string): number => ideas.find((idea: { title: string }) => idea.title === title).id
    return { api, one: idOf('Idea 1'), two: idOf('Idea 2') }
  }
  const statements = async (call: () => Promise<unknown>): Promise<string[]> => {
    proxied.neo4j.reset()
    await call()
    return proxied.neo4j.messages().filter((message) => message === 'RUN')
  }

  it('takes as many statements as one with few, and so does its undoing', async () => {
    const [few, many] = [await furnish(2), await furnish(MANY)]
    const before = await everythingButTimes(many.api)
    for (const act of [merge, unmerge]) {
      const [little, much] = [
        await statements(() => done(act(few.api, few.one, few.two))),
        await statements(() => done(act(many.api, many.one, many.two))),
      ]
      expect(much).to.have.length(little.length)
      if (act === merge)
        expect((await done(many.api.get(`/ideas/${many.one}`))).relations).to.have.length(MANY * 1.5)
    }
    expect(await everythingButTimes(many.api)).to.deep.equal(before)
  })
})
