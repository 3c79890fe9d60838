import { endpoint, type Endpoint } from '../http/endpoint.ts'
import type { Accounts } from './accounts.ts'
import { Usage, User } from './schema.ts'

const section = 'User'

/** The endpoints of the account. */
export function accountRoutes(accounts: Accounts): Endpoint[] {
  return [
    endpoint({
      id: 'getMe',
      method: 'GET',
      path: '/user/me',
      summary: 'The account behind the credential',
      section,
      access: 'ideas:read',
      success: { status: 200, body: User, description: 'The user' },
      handle: async ({ actor }) => accounts.get(actor),
    }),
    endpoint({
      id: 'getUsage',
      method: 'GET',
      path: '/user/usage',
      summary: "The day's quota and the idea cap; does not count itself",
      section,
      access: 'ideas:read',
      counted: false,
      success: { status: 200, body: Usage, description: 'The usage' },
      handle: async ({ actor, quota }) => accounts.usage(actor, quota),
    }),
  ]
}
