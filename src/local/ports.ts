import { createServer } from 'node:net'

/** Returns the preferred port of 127.0.0.1 if it is free, otherwise (and for 0) any free one. */
export async function pickPort(wanted: number): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', () => (wanted === 0 ? reject(new Error('no free port')) : resolve(pickPort(0))))
    server.listen({ port: wanted, host: '127.0.0.1' }, () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : wanted
      server.close(() => resolve(port))
    })
  })
}
