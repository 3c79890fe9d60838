import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData, ToThread } from './protocol.ts'
import { createWork } from './work.ts'

const port = parentPort
if (port === null) throw new Error('This is the program of a thread')
const { model } = workerData as ThreadData
const work = createWork({
  // A thread that only splits does without the runtime of the model.
  load: model === null ? null : async () => (await import('./local-model.ts')).loadModel(model),
  reply: (reply) => port.postMessage(reply),
})
port.on('message', (message: ToThread) => {
  if (message.kind === 'close') void work.close().finally(() => port.close())
  else work.add(message)
})
