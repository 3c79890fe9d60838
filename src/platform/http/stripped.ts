import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { createPause } from '../pause.ts'

/** Elements of a list that are validated at once. */
const SHORT = 500

/**
 * The body of a response without what its schema does not declare. Long lists let other requests run: they are validated element by
 * element, without checks of the list itself.
 */
export async function stripped(schema: z.ZodType, body: unknown): Promise<unknown> {
  if (schema instanceof z.ZodArray && isLong(body)) return elementsOf(schema, body)
  if (!(schema instanceof z.ZodObject) || !isRecord(body)) return schema.parse(body)
  const shape: Record<string, unknown> = schema.shape
  const lists: Record<string, unknown[]> = {}
  for (const [name, list] of Object.entries(body)) {
    const declared = shape[name]
    if (declared instanceof z.ZodArray && isLong(list)) lists[name] = await elementsOf(declared, list)
  }
  const short = Object.fromEntries(Object.keys(lists).map((name) => [name, []]))
  return { ...(schema.parse({ ...body, ...short }) as object), ...lists }
}

async function elementsOf({ element }: z.ZodArray, list: readonly unknown[]): Promise<unknown[]> {
  // What made the list has taken its time already.
  await setImmediate()
  const pause = createPause()
  const elements: unknown[] = []
  for (const one of list) {
    elements.push(z.parse(element, one))
    await pause()
  }
  return elements
}

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > SHORT
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
