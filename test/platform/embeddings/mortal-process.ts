// The process of the embeddings, but one that dies of certain searches.
import type { ToModelProcess } from '../../../src/platform/embeddings/protocol.ts'

await import('../../../src/platform/embeddings/model-process-entry.ts')
process.on('message', (message: ToModelProcess) => {
  if (message.kind !== 'query') return
  if (message.given === 'die') throw new Error('killed by a test')
  if (message.given === 'exit') process.exit(7)
  if (message.given === 'killed') process.kill(process.pid, 'SIGKILL')
})
