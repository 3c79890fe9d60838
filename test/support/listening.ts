import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A test server on a free port. */
export type Listening = Readonly<{
  /** Its base URL without a path. */
  origin: string
  /** Closes it with all connections. */
  close(): Promise<void>
}>

/** Listens on the loopback interface. */
export async function listening(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
