import { expect } from 'chai'
import { importFile } from '../imports/import-client.ts'
import { newIdeaIds, newRelation, relate } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'

describe('Cycles', () => {
  let user: TestUser
  before(async () => {
    user = await newUser()
  })
  const chain = async (type: string, length: number): Promise<number[]> => {
    const ids = await newIdeaIds(user.api, length)
    for (const [at, id] of ids.slice(1).entries()) await newRelation(user.api, ids[at], type, id)
    return ids
  }

  for (const type of ['blocks', 'parent', 'supersedes']) {
    describe(`of ${type}`, () => {
      it('answer 409 and name the path from source through target back to source', async () => {
        const [a, b, c, d] = await chain(type, 4)
        const reply = await relate(user.api, d, type, a)
        expect(reply.status).to.equal(409)
        expect(reply.body).to.deep.equal({ error: 'Relation would create a cycle', cycle: [d, a, b, c, d] })
        expect((await user.api.get(`/ideas/${d}/relations`)).body.outgoing).to.deep.equal([])
      })

      it('answer 409 for two ideas and for one with itself', async () => {
        const [a, b] = await chain(type, 2)
        expect((await relate(user.api, b, type, a)).body.cycle).to.deep.equal([b, a, b])
        const self = await relate(user.api, a, type, a)
        expect([self.status, self.body.cycle]).to.deep.equal([409, [a, a]])
      })

      it('name the shortest path of several, and none by another type', async () => {
        const [a, b, c, d, e] = await chain(type, 5)
        const [detour] = await newIdeaIds(user.api, 1)
        await newRelation(user.api, a, type, detour)
        await newRelation(user.api, detour, type, e)
        await newRelation(user.api, a, 'inspires', e)
        expect((await relate(user.api, e, type, a)).body.cycle).to.deep.equal([e, a, detour, e])
        await newRelation(user.api, a, type, e)
        expect((await relate(user.api, e, type, a)).body.cycle).to.deep.equal([e, a, e])
        expect((await relate(user.api, d, type, a)).body.cycle).to.deep.equal([d, a, b, c, d])
      })

      it('are found or not in a ladder of 2^30 paths', async () => {
        const ladder = await newUser()
        const rungs = Array.from({ length: 31 }, (_, at) => [2 * at + 1, 2 * at + 2])
        const relations = rungs
          .slice(1)
          .flatMap((rung, at) =>
            rung.flatMap((target) => (rungs[at] ?? []).map((source) => ({ source, target }))),
          )
        const file = {
          ideas: rungs.flat().map((id) => ({ id, title: `On rung ${id}` })),
          relations: relations.map(({ source, target }) => ({
            source_idea_id: source,
            target_idea_id: target,
            relation_type: type,
          })),
        }
        expect((await importFile(ladder.api, file)).body).to.include({ relations: 120, rejected_count: 0 })
        const ideas = (await ladder.api.get('/ideas?limit=100&sort=created_at')).body
        const [first, last] = [ideas[0].id, ideas.at(-1).id]
        const [outside] = await newIdeaIds(ladder.api, 1)
        expect((await relate(ladder.api, outside, type, first)).status).to.equal(201)
        expect((await relate(ladder.api, first, type, ideas[20].id)).status).to.equal(201)
        const { status, body } = await relate(ladder.api, last, type, outside)
        // By the shortcut of the line before, over ten rungs.
        expect([status, body.cycle?.length]).to.deep.equal([409, 2 + rungs.length - 9])
      })

      it('are not seen where there is none: a diamond, another type, a removed relation', async () => {
        const [a, b, c] = await chain(type, 3)
        await newRelation(user.api, a, type, c)
        await newRelation(user.api, c, 'related', a)
        const [x, y] = await newIdeaIds(user.api, 2)
        const id = await newRelation(user.api, x, type, y)
        await user.api.delete(`/map/relations/${id}`)
        await newRelation(user.api, y, type, x)
        const others = ['blocks', 'parent', 'supersedes'].filter((other) => other !== type)
        for (const other of others) await newRelation(user.api, b, other, a)
      })

      it('answer 409 when a change of type would close one', async () => {
        const [a, b, c] = await chain(type, 3)
        const id = await newRelation(user.api, c, 'related', a)
        const reply = await user.api.patch(`/map/relations/${id}`, { relation_type: type, note: 'not kept' })
        expect([reply.status, reply.body.cycle]).to.deep.equal([409, [c, a, b, c]])
        const { body } = await user.api.get(`/ideas/${c}/relations`)
        expect(body.outgoing[0]).to.include({ id, relation_type: 'related', note: null })
      })
    })
  }

  for (const type of ['blocks', 'parent']) {
    it(`of ${type} are refused with force=true too, on create and on update`, async () => {
      const [a, b] = await chain(type, 2)
      expect((await relate(user.api, b, type, a, '?force=true')).status).to.equal(409)
      expect((await relate(user.api, a, type, a, '?force=true')).status).to.equal(409)
      const id = await newRelation(user.api, b, 'related', a)
      const reply = await user.api.patch(`/map/relations/${id}?force=true`, { relation_type: type })
      expect(reply.status).to.equal(409)
    })
  }

  describe('of supersedes with force=true', () => {
    it('are let through on create, and not with force=false', async () => {
      const [a, b] = await chain('supersedes', 2)
      expect((await relate(user.api, b, 'supersedes', a, '?force=false')).status).to.equal(409)
      expect((await relate(user.api, b, 'supersedes', a, '?force=true')).status).to.equal(201)
    })

    it('are let through on update', async () => {
      const [a, b] = await chain('supersedes', 2)
      const id = await newRelation(user.api, b, 'related', a)
      const reply = await user.api.patch(`/map/relations/${id}?force=true`, { relation_type: 'supersedes' })
      expect([reply.status, reply.body.relation_type]).to.deep.equal([200, 'supersedes'])
    })

    it('still answer 400 for an idea with itself', async () => {
      const [a] = await newIdeaIds(user.api, 1)
      const reply = await relate(user.api, a, 'supersedes', a, '?force=true')
      expect([reply.status, reply.body.details[0].path]).to.deep.equal([400, 'target_idea_id'])
    })
  })

  it('of related, inspires and duplicate are allowed', async () => {
    for (const type of ['related', 'inspires', 'duplicate']) {
      const ids = await chain(type, 3)
      await newRelation(user.api, ids[2], type, ids[0])
    }
  })
})
