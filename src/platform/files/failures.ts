import { Problem } from '../problems.ts'

/** What a client sends. @throws Problem `client_left` when it breaks off; Problems of `stream` as they are */
export async function* arriving(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('client_left', {}, { cause: error })
  }
}

/** What a disk refuses (full, read-only, broken) is an outage, not a mistake of the client. @throws Problem `service_unavailable`, and other errors as they are */
export function asOutage(error: unknown): never {
  if (error instanceof Error && 'syscall' in error)
    throw new Problem('service_unavailable', {}, { cause: error })
  throw error
}
