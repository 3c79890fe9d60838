import { writeFileSync } from 'node:fs'
import Mocha from 'mocha'
import { exitWhenLeftOpen } from './open-handles.ts'
import { watchRun, type FileResult } from './results.ts'

/** Mocha's spec reporter with immediate failures; passes the results to run.ts. */
class StreamingReporter extends Mocha.reporters.Spec {
  readonly #files: Map<string, FileResult>

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    this.#files = watchRun(runner, (text) => Mocha.reporters.Base.consoleLog(text))
    // Without a handler Mocha would exit immediately and leave the processes that tests have started.
    process.once('SIGINT', () => runner.abort())
  }

  /** Empty, because failures are printed already and run.ts prints the counts. */
  override epilogue(): void {
    Mocha.reporters.Base.consoleLog()
  }

  override done(failures: number, end: (failures: number) => void): void {
    const file = process.env['TEST_RESULTS_FILE']
    if (file !== undefined) writeFileSync(file, JSON.stringify([...this.#files.values()]))
    exitWhenLeftOpen()
    end(failures)
  }
}

// Mocha loads a reporter with require and expects the class itself.
export { StreamingReporter as 'module.exports' }
