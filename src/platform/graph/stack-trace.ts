/**
 * Starts a statement without a stack trace. The driver formats one for each statement, in case it fails, which is a tenth of the processor
 * time of reading an idea (docs/performance.md); what fails is told by Neo4j's message.
 */
export function withoutStackTrace<T>(start: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return start()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
