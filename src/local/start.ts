// npm start: see run-instance.ts.
import { readConfig } from '../app/config.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { runInstance } from './run-instance.ts'
import { createStopSignal } from './stop-signal.ts'

const stop = createStopSignal()
try {
  await runInstance(readConfig(process.env), stop)
} catch (error) {
  const stopped = stop.signal.aborted && error instanceof Error && error.name === 'AbortError'
  if (!stopped) {
    // What the operating system refuses, such as a folder that cannot be written, is no fault of this program either.
    const isPlain = error instanceof OperatorError || (error instanceof Error && 'syscall' in error)
    console.error(isPlain ? error.message : error)
    process.exitCode = 1
  }
}
if (stop.signal.aborted) console.log('Stopped.')
process.exit()
