import type { z } from 'zod'
import { detailsOf, firstDetails } from '../problem-details.ts'
import { Problem } from '../problems.ts'

/** Parses all inputs and reports their errors together. @throws Problem `validation_error` */
export function parseAll(inputs: readonly { schema: z.ZodType | undefined; value: unknown }[]): unknown[] {
  const parsed = inputs.map(({ schema, value }) => schema?.safeParse(value, { reportInput: true }))
  const details = parsed.flatMap((result) => (result?.error === undefined ? [] : detailsOf(result.error)))
  if (details.length > 0) throw new Problem('validation_error', { details: firstDetails(details) })
  return parsed.map((result) => result?.data)
}
