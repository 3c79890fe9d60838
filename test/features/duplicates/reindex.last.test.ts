import { expect } from 'chai'
import { ideas as cli } from '../../cli/run-cli.ts'
import { testEnvironment, type TestUser } from '../../support/service.ts'
import { givenModelStack, type ModelStack } from '../indexing/model-stack.ts'
import { until } from '../indexing/stack.ts'
import { compared, DARK, NIGHT, pairsOf } from './detecting.ts'

describe('The detection of duplicates', () => {
  let given: ModelStack
  let user: TestUser
  givenModelStack((stack) => (given = stack))
  before(async () => {
    user = await given.service.createUser('pro')
  })

  it('compares ideas again by `ideas admin reindex`, also those from before there was a model for it', async () => {
    const { api } = user
    await compared(api, DARK)
    await compared(api, NIGHT)
    await given.database.query('MATCH (d:DuplicatePair {userId: $id}) DETACH DELETE d', { id: user.user_id })
    const env = { ...testEnvironment(), EMBEDDINGS_DIR: process.env['TEST_MODEL_DIR'] ?? '' }
    expect((await cli(['admin', 'reindex'], { env })).code).to.equal(0)
    await until(async () => (await pairsOf(api)).length === 1)
  })
})
