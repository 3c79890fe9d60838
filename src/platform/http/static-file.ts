import { createHash } from 'node:crypto'
import type { ParameterizedContext } from 'koa'
import { setBody } from './response-body.ts'

/** Of a file that is sent, so that a slow reader holds one piece of it and not a copy of the whole. */
const PIECE_BYTES = 64 * 1024

/** A file in memory with its strong ETag. */
export type StaticFile = Readonly<{ pieces: Buffer[]; etag: string }>

/** Keeps a file in memory. */
export function staticFile(text: string | Buffer): StaticFile {
  const content = Buffer.from(text)
  return { pieces: [...piecesOf(content)], etag: createHash('sha256').update(content).digest('base64url') }
}

/** Answers a file of a media type, or 304 if the client has it. */
export function sendStaticFile(ctx: ParameterizedContext, { pieces, etag }: StaticFile, type: string): void {
  ctx.type = type
  ctx.status = 200
  ctx.etag = etag
  if (ctx.fresh) ctx.status = 304
  else setBody(ctx, pieces)
}

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES)
}
