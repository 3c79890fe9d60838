/** A request to stop this program: Ctrl-C, SIGTERM or a closed terminal. */
export type StopSignal = Readonly<{ signal: AbortSignal; requested: Promise<void> }>

/**
 * Installs the signal handlers. Repeated signals count once: a Ctrl-C under npm arrives several times, from the terminal and
 * from every parent process that forwards it.
 */
export function createStopSignal(): StopSignal {
  const controller = new AbortController()
  const requested = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        controller.abort()
        resolve()
      })
    }
  })
  // Errors of a closed terminal must not end the program before it has stopped what it started.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  return { signal: controller.signal, requested }
}
