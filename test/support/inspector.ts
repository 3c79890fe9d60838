import { createServer } from 'node:http'
import { listening } from './listening.ts'

/** A way into a process of Node.js by its inspector, which SIGUSR1 starts. */
export type Inspector = Readonly<{
  /** What the process must be started with. */
  env: Readonly<Record<string, string>>
  /** The used heap of a process in MB (10^6 bytes), after a forced garbage collection. */
  heapMb(pid: number): Promise<number>
}>

/** Chooses a port for the inspector of one process. */
export async function createInspector(): Promise<Inspector> {
  const { origin, close } = await listening(createServer())
  await close()
  const { port } = new URL(origin)
  return {
    env: { NODE_OPTIONS: `--inspect-port=${port}` },
    async heapMb(pid) {
      process.kill(pid, 'SIGUSR1')
      const socket = new WebSocket(await addressOf(origin))
      await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
      await call(socket, 'HeapProfiler.collectGarbage')
      const { usedSize } = await call(socket, 'Runtime.getHeapUsage')
      const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
      socket.close()
      await closed
      return Number(usedSize) / 1_000_000
    },
  }
}

async function addressOf(origin: string): Promise<string> {
  for (;;) {
    const targets = await fetch(`${origin}/json/list`, { headers: { Connection: 'close' } }).catch(
      () => undefined,
    )
    if (targets !== undefined) {
      const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[]
      return target?.webSocketDebuggerUrl ?? ''
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function call(socket: WebSocket, method: string): Promise<Record<string, unknown>> {
  const answer = new Promise<MessageEvent>((resolve) =>
    socket.addEventListener('message', resolve, { once: true }),
  )
  socket.send(JSON.stringify({ id: 1, method }))
  return (JSON.parse(String((await answer).data)) as { result: Record<string, unknown> }).result
}
