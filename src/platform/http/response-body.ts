import { Readable } from 'node:stream'
import type { ParameterizedContext } from 'koa'
import { z } from 'zod'
import { createYield } from '../event-loop-yield.ts'

/** Lists with more elements are validated and encoded element by element. */
const SHORT = 20
/** Characters that are encoded and sent at once, or a single longer element. */
const PIECE = 64 * 1024

/** JSON as one string if it is short: Node then sends it together with the headers. */
type Json = string | readonly Buffer[]

/**
 * The JSON of a response without what its schema does not declare. Long lists let other requests run; checks of the list itself are
 * left out for them.
 */
export async function encoded(schema: z.ZodType, body: unknown): Promise<Json> {
  const pieces: Buffer[] = []
  const yieldIfDue = createYield()
  let text = ''
  for (const fragment of jsonOf(schema, body)) {
    text += fragment
    if (text.length >= PIECE) {
      pieces.push(Buffer.from(text))
      text = ''
    }
    await yieldIfDue()
  }
  return pieces.length === 0 ? text : [...pieces, Buffer.from(text)]
}

/** Sends pieces one after the other: a single write would encrypt all of them in one turn of the event loop. */
export function setBody(ctx: ParameterizedContext, json: Json): void {
  if (typeof json === 'string') {
    ctx.body = json
    return
  }
  ctx.body = Readable.from(json)
  ctx.length = json.reduce((bytes, piece) => bytes + piece.length, 0)
}

function* jsonOf(schema: z.ZodType, body: unknown): Generator<string> {
  if (schema instanceof z.ZodArray && isLong(body)) {
    yield* elementsOf(schema, body)
  } else if (schema instanceof z.ZodObject && isRecord(body)) {
    yield* membersOf(schema, body)
  } else {
    yield JSON.stringify(schema.parse(body))
  }
}

function* membersOf(schema: z.ZodObject, body: Readonly<Record<string, unknown>>): Generator<string> {
  const shape: Record<string, unknown> = schema.shape
  const lists = new Map<string, Generator<string>>()
  for (const [name, value] of Object.entries(body)) {
    const declared = shape[name]
    if (declared instanceof z.ZodArray && isLong(value)) lists.set(name, elementsOf(declared, value))
  }
  const rest = schema.parse({ ...body, ...Object.fromEntries([...lists.keys()].map((name) => [name, []])) })
  if (lists.size === 0) return yield JSON.stringify(rest)
  let before = '{'
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* lists.get(name) ?? [JSON.stringify(value)]
    before = ','
  }
  yield '}'
}

function* elementsOf({ element }: z.ZodArray, list: readonly unknown[]): Generator<string> {
  let before = '['
  for (const one of list) {
    yield `${before}${JSON.stringify(z.parse(element, one))}`
    before = ','
  }
  yield ']'
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > SHORT
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
