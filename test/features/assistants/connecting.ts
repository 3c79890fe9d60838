import {
  Client as McpClient,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { fetch } from 'undici'
import { trusting } from '../../support/client.ts'

/** The two generations of the protocol: clients that open with `initialize`, and those that ask for `server/discover`. */
export const ERAS = ['legacy', 'modern'] as const
export type Era = (typeof ERAS)[number]

/** A call of a tool: its structured result, or what its refusal says. */
export type Called = Readonly<{
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into results of every shape
  result: any
  isError: boolean
}>

/** An assistant that is connected. */
export type Assistant = Readonly<{
  client: McpClient
  call(name: string, args?: Record<string, unknown>): Promise<Called>
  close(): Promise<void>
}>

/** Connects the SDK's own client to a service, by a token. */
export async function connect(
  origin: string,
  token: string,
  era: Era = 'modern',
  options: ClientOptions = {},
): Promise<Assistant> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new McpClient({ name: 'tests', version: '1' }, { ...options, versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), {
    fetch: trustingFetch,
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args })
      const [first] = result.content
      const said: unknown = first?.type === 'text' ? JSON.parse(first.text) : undefined
      if (result.isError !== true) expect(said).to.deep.equal(result.structuredContent)
      return { result: said, isError: result.isError === true }
    },
    close: async () => client.close(),
  }
}

/** Accepts the service's self-signed certificate. */
export async function trustingFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  return (await fetch(url, { ...(init as object), dispatcher: trusting })) as unknown as Response
}
