import { expect } from 'chai'
import type { TestUser } from '../../support/service.ts'

/** Makes an MCP token of a user. */
export async function newToken({ session }: Pick<TestUser, 'session'>, fields: object = {}): Promise<string> {
  const { status, body } = await session.post('/user/mcp-tokens', fields)
  expect(status, JSON.stringify(body)).to.equal(201)
  return body.key as string
}
