import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ownKeyPair } from '../../src/platform/http/certificate.ts'

/** What a fake service was asked. */
export type Asked = Readonly<{
  method: string
  url: string
  body: string
  headers: IncomingMessage['headers']
}>

/** A service that answers as a test wants: for failures that the real one does not have at command. */
export type FakeService = Readonly<{ url: string; asked: Asked[]; close: () => Promise<void> }>

/** Starts one; `answer` is called for each request with how many came before it. */
export async function startFakeService(
  answer: (asked: Asked, response: ServerResponse, before: number) => void,
): Promise<FakeService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ideas-fake-'))
  const asked: Asked[] = []
  const server = createServer(await ownKeyPair(folder, 'localhost'), (request, response) => {
    const { method = '', url = '', headers } = request
    const reply = async (): Promise<void> => {
      const one = { method, url, body: await text(request), headers }
      answer(one, response, asked.push(one) - 1)
    }
    reply().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  }
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}
