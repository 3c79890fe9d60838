// The thread of the embeddings, but one that dies of certain searches.
import { parentPort } from 'node:worker_threads'
import type { ToThread } from '../../src/embeddings/protocol.ts'

await import('../../src/embeddings/thread-entry.ts')
parentPort?.on('message', (message: ToThread) => {
  if (message.kind !== 'query') return
  if (message.given === 'die') throw new Error('killed by a test')
  if (message.given === 'exit') process.exit(7)
})
