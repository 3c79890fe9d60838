import { expect } from 'chai'
import { RELATIONS_PER_IDEA } from '../../../src/features/relations/schema.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { fillRelations, removeFilled } from '../../support/filling.ts'
import { newUser } from '../../support/service.ts'

describe('a pair of an idea with as many relations as it may have', () => {
  let database: TestDatabase
  givenDatabase((given) => (database = given))

  it('is kept without its automatic relation; the others of the same comparison get theirs as long as there is room', async () => {
    const { api, user_id } = await newUser()
    const setThreshold = async (threshold: number): Promise<void> => {
      const settings_json = { duplicate_threshold: threshold }
      expect((await api.patch('/user/me', { settings_json })).status).to.equal(200)
    }
    await setThreshold(0.95)
    const ideas = [1, 2, 3, 4, 5].map((id) => ({ id, title: `Like ${id}` }))
    const duplicates = [2, 3, 4].map((idea_id) => ({
      idea_id,
      duplicate_of_id: 1,
      similarity_score: 0.9,
      confidence: 0.8,
      status: 'withdrawn',
    }))
    expect((await api.post('/user/import', { ideas, duplicates })).status).to.equal(200)
    const ids = (await api.get('/ideas?sort=created_at')).body.map(({ id }: { id: number }) => id)
    const [first, , , , last] = ids as [number, number, number, number, number]
    await fillRelations(database, [first, last], RELATIONS_PER_IDEA - 2)
    await setThreshold(0.5)
    expect((await api.get('/ideas/duplicates')).body.duplicates).to.have.length(3)
    const { outgoing, incoming } = (await api.get(`/ideas/${first}/relations`)).body
    expect(outgoing.length + incoming.length).to.equal(RELATIONS_PER_IDEA)
    expect(incoming.map(({ score }: { score: number }) => score)).to.deep.equal([0.9, 0.9])
    await removeFilled(database, user_id)
  })
})
