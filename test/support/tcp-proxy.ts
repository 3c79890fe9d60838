import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createBoltReaders, type BoltMessage } from './bolt-reader.ts'

/**
 * A fault of one statement: the connection breaks after the server has executed it but before its response, or before the
 * statement reaches the server, or the statement is dropped silently (in Bolt with everything that follows on the connection).
 */
export type Fault = Readonly<{
  /** `COMMIT`, or a part of the text of an autocommit statement or of a Redis command. */
  on: string
  lose: 'answer' | 'request' | 'silently'
  /** How many matching statements pass before. */
  after?: number
}>

/** A TCP proxy that counts messages and injects faults. */
export type TcpProxy = Readonly<{
  port: number
  /** The number of round trips over all connections. */
  turns(): number
  /** The names of the client's Bolt messages so far. */
  messages(): readonly string[]
  /** Resets the counters. */
  reset(): void
  /** Injects the fault at the next matching statement; resolves when that has happened. */
  arm(fault: Fault): Promise<void>
  /** Takes back the fault that has not happened yet. */
  disarm(): void
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>
  /** Drops all data silently; new connections are accepted and hang, too. */
  hang(): void
  /** Ends all faults. */
  resume(): Promise<void>
  close(): Promise<void>
}>

type Armed = Fault & { left: number; done: () => void }

/** Listens on a free port and forwards to `target` (`bolt://…` or `redis://…`). */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port, protocol } = new URL(target)
  const isBolt = protocol.startsWith('bolt')
  const pairs = new Set<{ client: Socket; server: Socket }>()
  let counts = { turns: 0, messages: [] as string[] }
  let armed: Armed | undefined
  let hanging = false

  const accept = (client: Socket): void => {
    const server = connect({ host: hostname, port: Number(port), noDelay: true })
    const pair = { client, server }
    pairs.add(pair)
    const end = (): void => {
      client.destroy()
      server.destroy()
      pairs.delete(pair)
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    if (hanging) for (const socket of [client, server]) socket.pause()
    const watch = isBolt ? watchBolt(end) : watchPlain
    let serverSpoke = true

    client.on('data', (data: Buffer) => {
      if (serverSpoke) counts.turns += 1
      serverSpoke = false
      if (watch.client(data) !== 'lost') server.write(data)
    })
    server.on('data', (data: Buffer) => {
      serverSpoke = true
      if (watch.server(data) !== 'lost') client.write(data)
    })
  }

  /** Watches one Bolt connection for the statement of the armed fault. */
  const watchBolt = (end: () => void) => {
    const readers = createBoltReaders()
    let asked = 0
    let answered = 0
    let losing: { until: number; done: () => void } | undefined
    let isMute = false

    const look = (message: BoltMessage): 'lost' | undefined => {
      counts.messages.push(message.name)
      if (message.name !== 'GOODBYE') asked += 1
      if (isMute) return 'lost'
      if (armed === undefined || !fits(message, armed.on)) return undefined
      armed.left -= 1
      if (armed.left >= 0) return undefined
      const { done, lose } = armed
      armed = undefined
      if (lose === 'silently') {
        isMute = true
        done()
        return 'lost'
      }
      if (lose === 'request') {
        end()
        done()
        return 'lost'
      }
      // An autocommit transaction is committed when the PULL after its RUN was answered.
      losing = { until: message.name === 'RUN' ? asked + 1 : asked, done }
      return undefined
    }
    return {
      client: (data: Buffer) => (readers.client.push(data).map(look).includes('lost') ? 'lost' : 'kept'),
      server(data: Buffer) {
        answered += readers.server.push(data).filter(({ name }) => name !== 'RECORD').length
        if (losing === undefined) return 'kept'
        if (answered >= losing.until) {
          end()
          losing.done()
        }
        return 'lost'
      },
    }
  }

  /** Drops the armed command. */
  const watchPlain = {
    client(data: Buffer) {
      if (armed === undefined || !data.includes(armed.on)) return 'kept'
      armed.done()
      armed = undefined
      return 'lost'
    },
    server: () => 'kept',
  }

  const listener = createServer({ noDelay: true }, accept)
  const listen = async (at: number): Promise<void> => {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject).listen({ host: '127.0.0.1', port: at }, resolve)
    })
  }
  const endAll = (): void => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
  }
  await listen(0)
  const own = (listener.address() as AddressInfo).port

  return {
    port: own,
    turns: () => counts.turns,
    messages: () => counts.messages,
    reset() {
      counts = { turns: 0, messages: [] }
    },
    arm: async (fault) =>
      new Promise((resolve) => {
        armed = { ...fault, left: fault.after ?? 0, done: resolve }
      }),
    disarm() {
      armed?.done()
      armed = undefined
    },
    async cut() {
      const closed = new Promise((resolve) => listener.close(resolve))
      endAll()
      await closed
    },
    hang() {
      hanging = true
      for (const { client, server } of pairs) [client, server].forEach((socket) => socket.pause())
    },
    async resume() {
      hanging = false
      for (const { client, server } of pairs) [client, server].forEach((socket) => socket.resume())
      if (!listener.listening) await listen(own)
    },
    async close() {
      const closed = listener.listening ? new Promise((resolve) => listener.close(resolve)) : undefined
      endAll()
      await closed
    },
  }
}

function fits({ name, bytes }: BoltMessage, wanted: string): boolean {
  return wanted === 'COMMIT' ? name === 'COMMIT' : name === 'RUN' && bytes.includes(wanted)
}
