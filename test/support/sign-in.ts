import { expect } from 'chai'
import { Client, type Reply } from './client.ts'
import type { TestService, TestUser } from './service.ts'

/** A valid password. */
export const PASSWORD = 'correct horse battery staple'

/** The environment of a service that trusts the client address of {@link clientFrom}. */
export const BEHIND_PROXY = { TRUST_PROXY: 'true' }

let made = 0

/** A unique IP address. */
export function freshAddress(): string {
  made += 1
  return `10.${process.pid % 256}.${Math.floor(Math.random() * 256)}.${made % 256}`
}

/** A client without credentials and with a unique IP address, for a service with {@link BEHIND_PROXY}. */
export function clientFrom(service: TestService, address = freshAddress()): Client {
  return service.anonymous.with({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': address })
}

/** Signs in as the user, and returns the response. */
export async function signIn(client: Client, { email }: Pick<TestUser, 'email'>): Promise<Reply> {
  const reply = await client.post('/auth/sign-in', { email, password: PASSWORD })
  expect(reply.status, JSON.stringify(reply.body)).to.equal(200)
  return reply
}

/** A client with a session token, at this or another replica. */
export function bearer(client: Client, token: string, origin = client.origin): Client {
  return new Client(origin, { ...client.headers, Authorization: `Bearer ${token}` })
}

/** A browser with the session cookie. */
export function browser(
  client: Client,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Client {
  return client.with({ Cookie: `__Host-session=${token}`, ...headers })
}
