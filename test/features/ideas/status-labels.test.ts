import { expect } from 'chai'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { newIdea } from '../../support/factories.ts'
import { newUser, type TestUser } from '../../support/service.ts'
import { exportJson } from '../exports/files.ts'
import { importFile } from '../imports/import-client.ts'

describe('The status of an idea as a label of its node', () => {
  let database: TestDatabase
  let user: TestUser
  givenDatabase((given) => (database = given))
  beforeEach(async () => {
    user = await newUser()
  })
  const labels = async (title: string, { user_id: userId } = user): Promise<unknown> => {
    const text = 'MATCH (i:Idea {userId: $userId, title: $title}) RETURN labels(i) AS labels'
    return (await database.query(text, { userId, title }))[0]?.['labels']
  }

  it('is there from the creation on, and follows each change', async () => {
    const { id } = await newIdea(user.api, { title: 'One' })
    expect(await labels('One')).to.have.members(['Idea', 'captured'])
    for (const status of ['exploring', 'building', 'shipped', 'shelved', 'captured']) {
      await user.api.patch(`/ideas/${id}`, { status })
      expect(await labels('One')).to.have.members(['Idea', status])
    }
    await user.api.patch(`/ideas/${id}`, { body: 'The same status' })
    expect(await labels('One')).to.have.members(['Idea', 'captured'])
  })

  it('is there after an import', async () => {
    await newIdea(user.api, { title: 'One', status: 'shipped' })
    const other = await newUser()
    await importFile(other.api, await exportJson(user.api))
    expect(await labels('One', other)).to.have.members(['Idea', 'shipped'])
  })
})
