import { expect } from 'chai'
import type { Guards } from '../../../src/platform/http/authentication.ts'
import { endpointIn } from '../../../src/platform/http/endpoint.ts'
import { createInvoke, type Caller } from '../../../src/platform/http/invoke.ts'
import { Problem, type ProblemCode } from '../../../src/platform/problems.ts'

describe('A call of an endpoint within the process', () => {
  const endpoint = endpointIn('Tests')
  const caller = { authenticated: { actor: { userId: 'u' } }, signal: new AbortController().signal } as Caller

  const uncountedAfter = async (code: ProblemCode): Promise<number> => {
    let uncounted = 0
    const guards = {
      authenticator: { uncount: async () => (uncounted += 1) },
      turns: { run: async (_: string, work: () => Promise<unknown>) => work() },
    } as unknown as Guards
    const refusing = endpoint({
      id: 'refusing',
      route: 'GET /refusing',
      summary: 'Refuses',
      access: 'ideas:read',
      success: { status: 204, description: 'Never' },
      handle: async () => {
        throw new Problem(code)
      },
    })
    const refused = await createInvoke([refusing], guards)('refusing', caller, {}).catch(
      (error: unknown) => error,
    )
    expect(refused).to.include({ code })
    return uncounted
  }

  it('is taken off the quota when its handler has no room for it, and for no other refusal', async () => {
    expect(await uncountedAfter('too_much_at_once')).to.equal(1)
    expect(await uncountedAfter('idea_not_found')).to.equal(0)
  })
})
