import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of a test, on a port of its own. */
export type Listening = Readonly<{
  /** Where it is, without a path. */
  origin: string
  /** Ends it with whatever is under way. */
  close(): Promise<void>
}>

/** Has a server listen on this machine only. */
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
