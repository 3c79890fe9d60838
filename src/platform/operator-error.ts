/** A mistake in configuration or operation: printed as one line without a stack trace, exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
