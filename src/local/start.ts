// npm start: see run-instance.ts.
import { OperatorError, readConfig } from '../config.ts'
import { serve } from '../server.ts'
import { runInstance } from './run-instance.ts'
import { stopRequest } from './stop-request.ts'

const stop = stopRequest()
try {
  await runInstance(readConfig(process.env), stop, serve)
} catch (error) {
  const stopped = stop.signal.aborted && error instanceof Error && error.name === 'AbortError'
  if (!stopped) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 1
  }
}
if (stop.signal.aborted) console.log('Stopped.')
process.exit()
