import neo4j from 'neo4j-driver'

const LOST_CONNECTION: ReadonlySet<string> = new Set(['ServiceUnavailable', 'SessionExpired'])
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'Neo.ClientError.Transaction.TransactionTimedOut',
  'Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration',
  // Its time was up while it waited for a lock.
  'Neo.ClientError.Transaction.LockClientStopped',
  'Neo.ClientError.Security.Unauthorized',
  'Neo.ClientError.Security.AuthenticationRateLimit',
])

const DELETED_MEANWHILE = 'Neo.ClientError.Statement.EntityNotFound'

/**
 * Whether a retry may succeed: a lost connection, a deadlock, a database that is starting, an entity that was deleted
 * between its match and its use.
 */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof neo4j.Neo4jError &&
    (error.retriable || error.code === DELETED_MEANWHILE || isDisconnected(error))
  )
}

/** Whether the connection was lost or refused. */
export function isDisconnected(error: unknown): boolean {
  return error instanceof neo4j.Neo4jError && LOST_CONNECTION.has(error.code)
}

/** Whether the database is unavailable and a retry within the same request would not help. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof neo4j.Neo4jError && (UNAVAILABLE.has(error.code) || foundNoConnection(error))
}

/** The driver gives this failure no code. */
function foundNoConnection({ message }: Error): boolean {
  return message.startsWith('Connection acquisition timed out')
}

/** Whether a statement cannot be run with its parameters or on this schema, though the database answers. */
export function isStatementError(error: unknown): boolean {
  return error instanceof neo4j.Neo4jError && /^Neo\.ClientError\.(Statement|Schema)\./.test(error.code)
}

/** Whether a uniqueness constraint rejected the write. */
export function isUniquenessViolation(error: unknown): boolean {
  return (
    error instanceof neo4j.Neo4jError && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed'
  )
}
