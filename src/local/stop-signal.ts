/** Somebody's wish that this program ends: Ctrl-C, SIGTERM or a closed terminal. */
export type StopRequest = Readonly<{ signal: AbortSignal; requested: Promise<void> }>

/**
 * Listens for the wish from now on. Repeated signals count once: a Ctrl-C under npm arrives several times, from the
 * terminal and from every program above that passes it on.
 */
export function stopRequest(): StopRequest {
  const controller = new AbortController()
  const requested = new Promise<void>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        controller.abort()
        resolve()
      })
    }
  })
  // Writing to a terminal that has been closed must not end the program before it has stopped what it started.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  return { signal: controller.signal, requested }
}
