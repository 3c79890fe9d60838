import type { z } from 'zod'
import { detailsOf } from '../problem-details.ts'
import { Problem, type Detail } from '../problems.ts'

/** Parses all inputs and reports all errors together. @throws Problem `validation_error` */
export function parseAll(inputs: readonly { schema: z.ZodType | undefined; value: unknown }[]): unknown[] {
  const details: Detail[] = []
  const values = inputs.map(({ schema, value }) => {
    if (schema === undefined) return undefined
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    details.push(...detailsOf(parsed.error))
    return undefined
  })
  if (details.length > 0) throw new Problem('validation_error', { details })
  return values
}
