import { pino, type Logger } from 'pino'

/** A log whose lines tests can inspect. */
export function logLines(): { log: Logger; lines: Record<string, unknown>[]; text(): string } {
  const lines: Record<string, unknown>[] = []
  const written: string[] = []
  const log = pino(
    { level: 'trace' },
    {
      write(line: string) {
        written.push(line)
        lines.push(JSON.parse(line) as Record<string, unknown>)
      },
    },
  )
  return { log, lines, text: () => written.join('') }
}
