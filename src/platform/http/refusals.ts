import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import { linger } from './unread-body.ts'

/** How long the rest of a refused request is discarded: closing with unread bytes would reset the answer. */
const LINGER_MS = 1_000

/** Answers requests that Node's parser rejects in the format of the other errors. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser reports every further chunk of a request that was answered already.
  if (socket.writableEnded) return
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, sentence] = MALFORMED[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP',
  ]
  const body = JSON.stringify({ error: sentence })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const MALFORMED: Readonly<Record<string, readonly [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', text('headers_too_large')],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive'],
}

/** Answers plain HTTP with 403. */
export function refusePlain(request: IncomingMessage, response: ServerResponse): void {
  linger(request, response)
  const body = JSON.stringify({ error: text('https_required') })
  response.writeHead(403, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  })
  response.end(body)
}

function text(code: ProblemCode): string {
  return PROBLEMS[code].text
}
