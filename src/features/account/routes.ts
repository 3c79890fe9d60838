import { Answer, endpoint, type Endpoint } from '../http/endpoint.ts'
import { DROP_SESSION } from '../http/session-cookie.ts'
import type { Accounts } from './accounts.ts'
import type { OwnAccount } from './own-account.ts'
import { ChangePassword, DeleteUser, UpdateUser, Usage, User } from './schema.ts'

const section = 'User'

/** The endpoints of the account. */
export function accountRoutes(accounts: Accounts, own: OwnAccount): Endpoint[] {
  return [...reading(accounts, own), ...changing(own)]
}

function reading(accounts: Accounts, own: OwnAccount): Endpoint[] {
  return [
    endpoint({
      id: 'getMe',
      method: 'GET',
      path: '/user/me',
      summary: 'The account behind the credential',
      section,
      access: 'ideas:read',
      success: { status: 200, body: User, description: 'The user' },
      handle: async ({ actor }) => own.get(actor),
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

function changing(own: OwnAccount): Endpoint[] {
  return [
    endpoint({
      id: 'updateMe',
      method: 'PATCH',
      path: '/user/me',
      summary: 'Change name and settings; only supplied fields change',
      section,
      access: 'ideas:write',
      body: UpdateUser,
      success: { status: 200, body: User, description: 'The user' },
      handle: async ({ actor, body }) => own.update(actor, body),
    }),
    endpoint({
      id: 'deleteMe',
      method: 'DELETE',
      path: '/user/me',
      summary: 'Delete the account with everything it has, for good',
      section,
      access: 'session',
      body: DeleteUser,
      success: {
        status: 204,
        description: 'Nothing of it is left',
        headers: { 'Set-Cookie': 'Removes the cookie `__Host-session`' },
      },
      problems: ['wrong_password', 'rate_limit_exceeded'],
      handle: async ({ actor, body: { password }, headers }) => {
        await own.remove(actor, password, headers.address)
        return new Answer<never>({ headers: { 'Set-Cookie': DROP_SESSION } })
      },
    }),
    endpoint({
      id: 'changePassword',
      method: 'POST',
      path: '/user/password',
      summary: 'Set a password; ends all other sessions',
      section,
      access: 'session',
      retrySafe: false,
      body: ChangePassword,
      success: { status: 204, description: 'It counts at once' },
      problems: ['wrong_password', 'rate_limit_exceeded'],
      handle: async ({ actor, body, headers }) => own.setPassword(actor, body, headers.address),
    }),
  ]
}
