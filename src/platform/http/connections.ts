import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../auth/network.ts'

/** Limits how long clients may stall responses, and ends connections after responses when the listener closes. */
export function trackResponses(stalledMs: number) {
  const pending = new Set<ServerResponse>()
  let closing = false
  return {
    track(response: ServerResponse): void {
      if (closing) closeConnection(response)
      pending.add(response)
      response.once('close', () => pending.delete(response))
      response.setTimeout(stalledMs).on('timeout', (socket: Socket) => {
        // Without pending output it is the service that takes its time.
        if (socket.writableLength > 0) socket.destroy()
        else socket.setTimeout(stalledMs)
      })
    },
    closeConnections(): void {
      closing = true
      pending.forEach(closeConnection)
    },
  }
}

/** Decides whether the network of a connection may have another one. */
export function createGate(limit: number): (socket: Socket) => boolean {
  const counts = new Map<string, number>()
  return (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = counts.get(network) ?? 0
    if (count >= limit) return false
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
    return true
  }
}

function closeConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
