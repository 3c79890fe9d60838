import { expect } from 'chai'
import { newUser } from '../support/service.ts'

describe('the cycle that a refusal names', () => {
  for (const type of ['blocks', 'parent', 'supersedes']) {
    it(`is a shortest one when several ways lead back along ${type}`, async () => {
      const { api } = await newUser()
      const ids: number[] = []
      for (const title of 'ABCDEF') ids.push((await api.post('/ideas', { title })).body.id)
      const relate = async (from: number, to: number, relation_type = type) =>
        api.post('/map/relations', { source_idea_id: ids[from], target_idea_id: ids[to], relation_type })
      // Two ways from A to F: A B C D F, and A E F; a still shorter one of another type does not count.
      for (const [from, to] of [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 5],
        [0, 4],
        [4, 5],
      ] as const) {
        expect((await relate(from, to)).status).to.equal(201)
      }
      expect((await relate(0, 5, 'inspires')).status).to.equal(201)
      const refused = await relate(5, 0)
      expect(refused.status).to.equal(409)
      expect(refused.body).to.deep.equal({
        error: 'Relation would create a cycle',
        cycle: [ids[5], ids[0], ids[4], ids[5]],
      })
    })
  }
})
