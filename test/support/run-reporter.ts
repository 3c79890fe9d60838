import { writeFileSync } from 'node:fs'
import Mocha from 'mocha'

const endWithinMs = 20_000
const Style = process.env['TEST_STYLE'] === 'spec' ? Mocha.reporters.Spec : Mocha.reporters.Dot

/** Mocha's own reporter that also leaves the counts for run.ts, and ends a run that open handles keep alive. */
class CountingReporter extends Style {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    // Mocha itself would die at once, and what the tests have started would live on.
    process.once('SIGINT', () => runner.abort())
  }

  override done(failures: number, end: (failures: number) => void): void {
    const { passes, failures: failed } = this.stats
    const file = process.env['TEST_COUNTS_FILE']
    if (file !== undefined) writeFileSync(file, JSON.stringify({ passed: passes, failed }))
    setTimeout(() => {
      console.error(`The tests left open: ${[...new Set(process.getActiveResourcesInfo())].join(', ')}`)
      process.exit(1)
    }, endWithinMs).unref()
    end(failures)
  }
}

// Mocha loads a reporter with require and wants the class itself.
export { CountingReporter as 'module.exports' }
