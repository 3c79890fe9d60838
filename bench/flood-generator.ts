import { randomBytes } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'
import { z } from 'zod'
import { Client } from '../test/support/client.ts'

/** What keeps 64 connections busy; `burn` sends nothing and takes the same processor. */
export const FLOODS = [
  'searches',
  'maps',
  'imports',
  'uploads that never end',
  'bad keys',
  'slow readers of /docs',
] as const
const Flood = z.enum([...FLOODS, 'burn'])
export type Flood = z.infer<typeof Flood>

const CONNECTIONS = 64

/** Floods a service until it is killed: `node flood-generator.ts KIND URL API_KEY`. */
async function main([kind, url = '', key = '']: readonly string[]): Promise<void> {
  const flood = Flood.parse(kind)
  // Keeps the process alive when nothing else does.
  setInterval(() => undefined, 1_000)
  if (flood === 'burn') for (;;);
  const api = new Client(url, { 'X-API-Key': key })
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let call = 0; ; call += 1) await REQUESTS[flood](api, connection, call).catch(() => undefined)
    }),
  )
}

const REQUESTS: Readonly<
  Record<(typeof FLOODS)[number], (api: Client, connection: number, call: number) => Promise<unknown>>
> = {
  searches: async (api, connection, call) =>
    api.get(`/ideas/search?mode=keyword&limit=100&q=idea+words+${connection}+${call}`),
  maps: async (api, connection, call) =>
    connection === 0 ? api.post('/ideas?force=true', { title: `A change ${call}` }) : api.get('/map'),
  imports: async (api, connection, call) =>
    api.post('/user/import', undefined, {
      headers: { 'Content-Type': 'application/x-ndjson' },
      raw: Array.from({ length: 50 }, (_, at) => `{"title":"${connection} ${call} ${at}"}`).join('\n'),
    }),
  'uploads that never end': async (api) => {
    const socket = await open(
      api,
      'POST /api/v1/user/import',
      'Content-Type: application/x-ndjson\r\nContent-Length: 1000000000\r\n',
    )
    while (!socket.destroyed) {
      socket.write('\n'.repeat(16_384))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
  'bad keys': async (api) =>
    api.with({ 'X-API-Key': `svc_${randomBytes(32).toString('hex')}` }).get('/ideas'),
  'slow readers of /docs': async (api) => {
    const socket = await open(api, 'GET /docs/swagger-ui-bundle.js', '')
    socket.pause()
    await new Promise((resolve) => socket.once('close', resolve))
  },
}

async function open(api: Client, target: string, headers: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(api.origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('secureConnect', resolve).once('close', resolve))
  socket.write(
    `${target} HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${api.headers['X-API-Key']}\r\n${headers}\r\n`,
  )
  return socket
}

if (import.meta.main) await main(process.argv.slice(2))
