import os from 'node:os'
import type { ModelPlace, ModelReply, ToModelProcess } from './protocol.ts'
import { createWork } from './work.ts'

const model = JSON.parse(process.argv[2] ?? 'null') as ModelPlace | null
// Before the threads of the model are there, which take it over: embedding shall have its core.
if (model?.priority === 'low') yieldToOthers()
const work = createWork({
  // A process that only splits does without the runtime of the model.
  load: model === null ? null : async () => (await import('./local-model.ts')).loadModel(model),
  reply: (reply: ModelReply) => process.send?.(reply),
})
// The service says when this ends: a Ctrl-C goes to all processes of a terminal, and the service still ends its work.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// Also when the service was killed.
process.on('disconnect', () => process.exit())
process.on('message', (message: ToModelProcess) => {
  if (message.kind === 'close') void work.close().finally(() => process.exit())
  else work.add(message)
})

function yieldToOthers(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where that is not allowed it works all the same.
  }
}
