import { Answer, endpointIn } from '../../platform/http/endpoint.ts'
import { DROP_SESSION } from '../../platform/http/session-cookie.ts'
import type { Accounts } from './accounts.ts'
import type { OwnAccount } from './own-account.ts'
import { ChangePassword, DeleteUser, UpdateUser, Usage, User } from './schema.ts'

const endpoint = endpointIn('User')

/** The endpoints of the account. */
export function accountRoutes(accounts: Accounts, own: OwnAccount) {
  return [...reading(accounts, own), ...changing(own)]
}

function reading(accounts: Accounts, own: OwnAccount) {
  return [
    endpoint({
      id: 'getMe',
      route: 'GET /user/me',
      summary: 'The account behind the credential',
      access: 'ideas:read',
      success: { status: 200, body: User, description: 'The user' },
      handle: async ({ actor }) => own.get(actor),
    }),
    endpoint({
      id: 'getUsage',
      route: 'GET /user/usage',
      summary: "The day's quota and the idea cap; does not count itself",
      access: 'ideas:read',
      counted: false,
      success: { status: 200, body: Usage, description: 'The usage' },
      handle: async ({ actor, quota }) => accounts.usage(actor, quota),
    }),
  ]
}

function changing(own: OwnAccount) {
  return [
    endpoint({
      id: 'updateMe',
      route: 'PATCH /user/me',
      summary: 'Change name and settings; only supplied fields change',
      access: 'ideas:write',
      body: UpdateUser,
      success: { status: 200, body: User, description: 'The user' },
      handle: async ({ actor, body }) => own.update(actor, body),
    }),
    endpoint({
      id: 'deleteMe',
      route: 'DELETE /user/me',
      summary: 'Delete the account with everything it has, for good',
      access: 'session',
      body: DeleteUser,
      success: {
        status: 204,
        description: 'Nothing of it is left',
        headers: { 'Set-Cookie': 'Removes the cookie `__Host-session`' },
      },
      problems: ['wrong_password', 'rate_limit_exceeded'],
      handle: async ({ actor, body: { password }, headers }) => {
        await own.remove(actor, password, headers)
        return new Answer<never>({ headers: { 'Set-Cookie': DROP_SESSION } })
      },
    }),
    endpoint({
      id: 'changePassword',
      route: 'POST /user/password',
      summary: 'Set a password; ends all other sessions',
      access: 'session',
      retrySafe: false,
      body: ChangePassword,
      success: { status: 204, description: 'It counts at once' },
      problems: ['wrong_password', 'rate_limit_exceeded'],
      handle: async ({ actor, body, headers }) => own.setPassword(actor, body, headers),
    }),
  ]
}
