import { fork, type ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import type { Logger } from 'pino'
import { EmbeddingsUnavailable } from './embedder.ts'
import type { ModelPlace, ModelReply, ModelRequest, ModelWork, WorkKind } from './protocol.ts'

/** `model` is null when texts are only split; `entry` is the program, which tests replace. */
export type ModelProcessOptions = Readonly<{
  model: ModelPlace | null
  log: Logger
  entry?: URL | undefined
  /** How long it stays without work: it holds much memory, and takes a second to start. */
  idleMs?: number | undefined
}>

type Waiting = Readonly<{
  resolve: (answer: unknown) => void
  reject: (reason: EmbeddingsUnavailable) => void
}>

// In a built package this file and the program are JavaScript.
const ENTRY = new URL(`model-process-entry${import.meta.filename.slice(-3)}`, import.meta.url)
const IDLE_MS = 60_000
const CLOSE_MS = 5_000
/** What is kept of its last words, in characters. */
const MAX_SAID = 2_000

/**
 * The work of embeddings in a process of its own, which is started at its first use, ends when it is not used, and is started
 * anew at the next use. Not a worker thread: what ONNX Runtime takes there stays with the service
 * for good, also after the thread has ended. It keeps this process alive only while an answer is awaited.
 */
export function createModelProcess(options: ModelProcessOptions) {
  const { model, log, entry = ENTRY, idleMs = IDLE_MS } = options
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let closed = false

  const rejectAll = (message: string, cause?: unknown): void => {
    for (const { reject } of waiting.values()) reject(new EmbeddingsUnavailable(message, { cause }))
    waiting.clear()
  }
  /** Ends the process after what it does now; the next question starts another. */
  const dismiss = async (): Promise<void> => {
    const ending = child
    child = undefined
    if (ending !== undefined) await endOf(ending)
  }
  const settle = (reply: ModelReply): void => {
    const asked = waiting.get(reply.id)
    if (asked === undefined) return
    waiting.delete(reply.id)
    if (waiting.size === 0 && child !== undefined) {
      unref(child)
      idle = setTimeout(() => void dismiss(), idleMs).unref()
    }
    if ('answer' in reply) asked.resolve(reply.answer)
    else if ('away' in reply) asked.reject(new EmbeddingsUnavailable(reply.away))
    else {
      log.error({ failure: reply.failure }, 'the embedding model fails')
      asked.reject(new EmbeddingsUnavailable('The embedding model fails'))
    }
  }
  const died = (one: ChildProcess, reason: unknown, said: string): void => {
    if (child !== one) return
    child = undefined
    if (!closed) log.error({ reason, said }, 'the process of the embeddings died')
    rejectAll('The process of the embeddings died', reason)
  }

  return {
    /** @throws EmbeddingsUnavailable when the model cannot be had, the process died or is closed */
    async ask<K extends WorkKind>(
      kind: K,
      given: ModelWork[K]['given'],
      userId = '',
    ): Promise<ModelWork[K]['answer']> {
      if (closed) throw new EmbeddingsUnavailable('Embeddings are shutting down')
      clearTimeout(idle)
      child ??= start(entry, model, { settle, died })
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      ref(child)
      post(child, { id: lastId, kind, given, userId } as ModelRequest)
      return (await promise) as ModelWork[K]['answer']
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(idle)
      rejectAll('Embeddings are shutting down')
      await dismiss()
    },
  }
}

type Handlers = Readonly<{
  settle: (reply: ModelReply) => void
  died: (child: ChildProcess, reason: unknown, lastWords: string) => void
}>

function start(entry: URL, model: ModelPlace | null, { settle, died }: Handlers): ChildProcess {
  const child = fork(entry, [JSON.stringify(model)], {
    // Without the options of this process, which are for its own memory.
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MAX_SAID)))
  return child
    .on('message', (reply) => settle(reply as ModelReply))
    .on('error', (error) => died(child, error, said))
    .on('exit', (code, signal) => died(child, signal ?? code, said))
}

async function endOf(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  ref(child)
  post(child, { kind: 'close' })
  const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS)
  await ended
  clearTimeout(force)
}

/** What cannot be sent any more is settled by the end of the process. */
function post(child: ChildProcess, message: ModelRequest | Readonly<{ kind: 'close' }>): void {
  child.send(message, () => undefined)
}

function ref(child: ChildProcess): void {
  child.ref()
  if (child.stderr instanceof Socket) child.stderr.ref()
  child.channel?.ref()
}

function unref(child: ChildProcess): void {
  child.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()
  child.channel?.unref()
}
