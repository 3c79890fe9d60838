import neo4j, { type Driver } from 'neo4j-driver'
import { OperatorError } from '../operator-error.ts'

/** Address and credentials of the Neo4j server, and the name of the database. */
export type GraphAddress = Readonly<{ uri: string; user: string; password: string; database: string }>

/**
 * A pooled Bolt driver that gives up connecting before a request's five seconds end, and tests a connection that was idle for ten.
 * @throws OperatorError when the address is invalid
 */
export function createDriver(address: GraphAddress): Driver {
  const auth = address.password === '' ? undefined : neo4j.auth.basic(address.user, address.password)
  try {
    return neo4j.driver(address.uri, auth, {
      disableLosslessIntegers: true,
      telemetryDisabled: true,
      notificationFilter: { minimumSeverityLevel: 'OFF' },
      connectionTimeout: 2_500,
      connectionAcquisitionTimeout: 4_000,
      connectionLivenessCheckTimeout: 10_000,
      userAgent: 'idea-repository',
    })
  } catch (error) {
    throw new OperatorError(
      `NEO4J_URI cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
