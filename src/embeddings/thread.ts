import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { EmbeddingsAway } from './embedder.ts'
import type { ThreadData, ThreadReply, ThreadRequest, ThreadWork, WorkKind } from './protocol.ts'

/** A thread that is started at its first use, and anew at the next one after it died. */
export type Thread = Readonly<{
  /** @throws EmbeddingsAway when the model cannot be had, the thread died or is closed */
  ask<K extends WorkKind>(kind: K, given: ThreadWork[K]['given']): Promise<ThreadWork[K]['answer']>
  close(): Promise<void>
}>

/** What a thread is started with; `entry` is its program, which tests replace. */
export type ThreadOptions = Readonly<{ data: ThreadData; log: Logger; entry?: URL | undefined }>

type Waiting = Readonly<{ resolve: (answer: unknown) => void; reject: (reason: EmbeddingsAway) => void }>

// In a built package this file and the thread's are JavaScript.
const ENTRY = new URL(`thread-entry${import.meta.filename.slice(-3)}`, import.meta.url)
const CLOSE_MS = 5_000

/** A thread for the work of embeddings; it keeps the process alive only while an answer is awaited. */
export function createThread({ data, log, entry = ENTRY }: ThreadOptions): Thread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0
  let closed = false

  const rejectAll = (message: string, cause?: unknown): void => {
    for (const { reject } of waiting.values()) reject(new EmbeddingsAway(message, { cause }))
    waiting.clear()
  }
  const settle = (reply: ThreadReply): void => {
    const { resolve, reject } = waiting.get(reply.id) ?? {}
    waiting.delete(reply.id)
    if (waiting.size === 0) worker?.unref()
    if ('answer' in reply) resolve?.(reply.answer)
    else if ('away' in reply) reject?.(new EmbeddingsAway(reply.away))
    else {
      log.error({ failure: reply.failure }, 'the embedding model fails')
      reject?.(new EmbeddingsAway('The embedding model fails'))
    }
  }
  const start = (): Worker => {
    const started = new Worker(entry, { workerData: data, name: 'embeddings' })
    const died = (error?: unknown): void => {
      if (worker !== started) return
      worker = undefined
      if (!closed) log.error({ err: error }, 'the thread of the embeddings died')
      rejectAll('The thread of the embeddings died', error)
    }
    started
      .on('message', settle)
      .on('error', died)
      .on('exit', () => died())
    return started
  }

  return {
    async ask(kind, given) {
      if (closed) throw new EmbeddingsAway('Embeddings are shutting down')
      worker ??= start()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      worker.ref()
      worker.postMessage({ id: lastId, kind, given } as ThreadRequest)
      return (await promise) as ThreadWork[typeof kind]['answer']
    },
    async close() {
      closed = true
      const ending = worker
      rejectAll('Embeddings are shutting down')
      if (ending !== undefined) await endOf(ending)
    },
  }
}

async function endOf(worker: Worker): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.ref()
  worker.postMessage({ kind: 'close' })
  const force = setTimeout(() => void worker.terminate(), CLOSE_MS)
  await ended
  clearTimeout(force)
}
