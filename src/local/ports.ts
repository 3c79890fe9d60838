import { createServer } from 'node:net'

/** Whether a server could listen on this address now; on "no" the error code (`EADDRINUSE`, `EACCES`, …) instead of `true`. */
export async function portIsFree(port: number, host: string): Promise<true | string> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host }, () => server.close(() => resolve(true)))
  })
}

/** The wanted port of 127.0.0.1 if it is free, else (and for 0) any free one. */
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
