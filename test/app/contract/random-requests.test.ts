import { expect } from 'chai'
import fc from 'fast-check'
import { SPEC } from '../../features/develop/specification.ts'
import type { Client } from '../../support/client.ts'
import type { FakeProviders } from '../../support/fake-providers.ts'
import { givenProviders } from '../../support/given-providers.ts'
import { startService, type TestService } from '../../support/service.ts'
import { furnish, PASSWORD } from './endpoints.ts'
import { requestsOf, withIds, type RandomRequest } from './random-requests.ts'

const ACCOUNTS = 12
const REQUESTS = 40
/** After these a session may be over: one of them comes last. */
const ENDINGS: ReadonlySet<string> = new Set(['signOut', 'deleteMe', 'changePassword', 'refreshSession'])
/** No model is there to search by the meaning. */
const MAY_BE_AWAY: ReadonlySet<string> = new Set(['searchIdeas'])

describe('Random requests made of the OpenAPI document', () => {
  let service: TestService
  let providers: FakeProviders
  givenProviders((given) => (providers = given), SPEC)
  before(async () => {
    service = await startService({ env: { ...providers.env, ALLOW_SIGN_UP: 'true' } })
  })
  after(async () => service?.close())

  it('are never answered 5xx, nor by a status that it does not name', async () => {
    const { body: document } = await service.anonymous.get(`${service.url}/openapi.json`)
    const seed = Math.floor(Math.random() * 2 ** 31)
    process.stdout.write(`    ${ACCOUNTS * REQUESTS} requests, seed ${seed}\n`)
    const usual = requestsOf(document, (id) => !ENDINGS.has(id))
    const last = requestsOf(document, (id) => ENDINGS.has(id))
    const requests = fc
      .tuple(fc.array(usual, { minLength: REQUESTS - 1, maxLength: REQUESTS - 1 }), last)
      .map((sequence) => sequence.flat())
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const user = await service.createUser('pro', PASSWORD)
        const places = await furnish(user)
        // Most operations are about ideas.
        const ids = [places.idea_not_found, places.idea_not_found, ...Object.values(places)].map(String)
        for (const request of sequence) await send(user.session, withIds(request, ids))
      }),
      { numRuns: ACCOUNTS, seed, endOnFailure: true },
    )
  })
})

async function send(client: Client, request: RandomRequest): Promise<void> {
  const { method, path, headers, raw, operationId, statuses } = request
  const { status, body } = await client.send(method, path, undefined, {
    headers,
    ...(raw === undefined ? {} : { raw }),
  })
  const said = `${JSON.stringify(request)}: ${status} ${JSON.stringify(body)}`
  if (status >= 500 && !(status === 503 && MAY_BE_AWAY.has(operationId))) expect.fail(said)
  expect(statuses, said).to.include(String(status))
}
