import { OperatorError } from '../platform/operator-error.ts'

/** The exit codes of the program; 0 is success. */
export const EXIT = {
  failure: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  conflict: 5,
  unreachable: 6,
  interrupted: 130,
} as const

/** An exit code of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A failure that is printed as one line. */
export class CliError extends OperatorError {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.failure, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** An error response of the service. */
export class ApiError extends CliError {
  readonly status: number
  readonly body: unknown

  constructor(message: string, exitCode: ExitCode, answer: Readonly<{ status: number; body: unknown }>) {
    super(message, exitCode)
    this.status = answer.status
    this.body = answer.body
  }
}
