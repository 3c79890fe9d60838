const endWithinMs = 20_000

/** Ends a test process that open handles keep alive with exit code 1, and prints the handles. */
export function exitWhenLeftOpen(): void {
  setTimeout(() => {
    process.stderr.write(
      `The tests left open: ${[...new Set(process.getActiveResourcesInfo())].join(', ')}\n`,
    )
    // Runs after Mocha's listener, which sets the exit code.
    process.once('exit', () => (process.exitCode = 1))
    process.exit(1)
  }, endWithinMs).unref()
}
