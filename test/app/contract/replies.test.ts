import { expect } from 'chai'
import { SPEC } from '../../features/develop/specification.ts'
import { newIdeaIds } from '../../support/factories.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { givenDatabase, type TestDatabase } from '../../support/database.ts'
import { givenProviders } from '../../support/given-providers.ts'
import { startService, type TestService } from '../../support/service.ts'
import { BEHIND_PROXY, freshAddress } from '../../support/sign-in.ts'
import { bodyOf, expectDocumented, furnish, onEvery, PASSWORD, pathOf, queryOf } from './endpoints.ts'

/** To make and to check one takes the processor long, by intention. */
const NEED_PASSWORD: ReadonlySet<string> = new Set(['signIn', 'changePassword', 'deleteMe'])

describe('The reply of every endpoint', () => {
  let service: TestService
  let providers: FakeProviders
  let database: TestDatabase
  givenDatabase((given) => (database = given))
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    service = await startService({ env: { ...providers.env, ...BEHIND_PROXY, ALLOW_SIGN_UP: 'true' } })
  })
  after(async () => {
    await service?.close()
  })

  it('has the declared status and exactly the declared shape', async () => {
    // The accounts that an address may make in an hour are shared by all tests.
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': freshAddress() }
    await onEvery(
      () => true,
      async (endpoint) => {
        // New things for each, since some endpoints delete them.
        const made = await service.createUser('pro', NEED_PASSWORD.has(endpoint.id) ? PASSWORD : undefined)
        const user = { ...made, api: made.api.with(headers), session: made.session.with(headers) }
        const places = await furnish(user)
        if (endpoint.id === 'listSpecifications')
          await user.api.post(`/ideas/${places.idea_not_found}/develop`)
        const ideas = [...(await newIdeaIds(user.api, 2)), places.absorbed]
        // No tag of these ideas is automatic before.
        if (endpoint.id === 'refuseAutomaticTag')
          await database.query('MATCH (:Idea {id: $id})-[x:TAGGED]->() SET x.auto = true', {
            id: places.idea_not_found,
          })
        const body = bodyOf(endpoint, ideas, { ...places, email: user.email })
        const path = `${pathOf(endpoint, places)}${queryOf(endpoint, places)}`
        const reply = await user.session.send(endpoint.method, path, body)
        await expectDocumented(endpoint, reply)
        const { status, body: schema, mediaTypes } = endpoint.success
        expect(reply.status, JSON.stringify(reply.body)).to.equal(status)
        if (mediaTypes.length > 0 && schema === undefined) {
          const type = reply.headers.get('content-type')?.replace('; charset=utf-8', '')
          if (!mediaTypes.includes('*/*')) expect(mediaTypes).to.include(type)
          expect(reply.body).to.be.a('string').that.is.not.equal('')
          return
        }
        if (schema === undefined) {
          expect(reply.body).to.equal(undefined)
          return
        }
        expect(reply.headers.get('content-type')).to.equal('application/json; charset=utf-8')
        // Parsing drops what is not declared: nothing may be dropped.
        expect(schema.parse(reply.body)).to.deep.equal(reply.body)
        if (Array.isArray(reply.body)) expect(reply.body, 'a list that shows its shape').not.to.deep.equal([])
      },
    )
  })
})
