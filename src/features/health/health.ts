/** How long an answer of the database counts, so that checks cannot take its connections. */
const MEMO_MS = 1_000

/** Readiness: whether the database `answers`, and the service is not shutting down. */
export function createHealth({ answers }: Readonly<{ answers: () => Promise<boolean> }>) {
  let shuttingDown = false
  let known: Promise<boolean> | undefined
  const ask = async (): Promise<boolean> =>
    answers().finally(() => setTimeout(() => (known = undefined), MEMO_MS).unref())

  return {
    async isReady(): Promise<boolean> {
      if (shuttingDown) return false
      known ??= ask()
      return (await known) && !shuttingDown
    },
    /** From now on the service is not ready. */
    shutDown(): void {
      shuttingDown = true
    },
  }
}
