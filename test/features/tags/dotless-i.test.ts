import { expect } from 'chai'
import { readMigrations } from '../../../src/platform/graph/migrations.ts'
import { newIdea } from '../../support/factories.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newUser, type TestUser } from '../../support/service.ts'

// Turkish "kır" is a meadow, "kir" is dirt.
describe('The dotless ı', () => {
  let user: TestUser
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await newUser()
  })

  it('tells tags apart, while case does not', async () => {
    await newIdea(user.api, { tags: ['kır', 'kir'] })
    expect((await user.api.get('/ideas?tag=KIR')).headers.get('x-total-count')).to.equal('1')
    const { body } = await user.api.get('/tags')
    expect(body.map(({ name }: { name: string }) => name)).to.have.members(['kır', 'kir'])
    for (const name of ['kır', 'KIR', 'kİr'.normalize('NFD')])
      expect((await user.api.post('/tags', { name })).status, name).to.equal(
        name === 'kır' || name === 'KIR' ? 409 : 201,
      )
  })

  it('tells ideas apart', async () => {
    await newIdea(user.api, { title: 'Kır' })
    expect((await user.api.post('/ideas', { title: 'Kir' })).status).to.equal(201)
    expect((await user.api.post('/ideas', { title: 'kır' })).status).to.equal(409)
  })

  it('is found in tags from before it had a key of its own', async () => {
    await user.api.post('/tags', { name: 'Straße KırIN' })
    const keys = async (): Promise<unknown> => {
      const of = { userId: user.user_id }
      return (await database.query('MATCH (t:Tag {userId: $userId}) RETURN t.nameKey AS key', of))[0]?.['key']
    }
    const current = await keys()
    await database.query(`MATCH (t:Tag {userId: $userId}) SET t.nameKey = 'strasse kirin'`, {
      userId: user.user_id,
    })
    const upgrade = (await readMigrations()).find(({ name }) => name === 'dotless_i')
    for (const statement of upgrade?.statements ?? []) await database.query(statement)
    expect(await keys()).to.equal(current)
  })
})
