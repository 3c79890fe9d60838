import { z } from 'zod'
import type { ProblemCode } from '../problems.ts'
import type { PathParam } from './endpoint.ts'

/** A numeric id in a path; a malformed one answers like an unknown one. */
export function idParam(unknown: ProblemCode): PathParam<number> {
  const schema = z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number)
    .refine(Number.isSafeInteger)
  return { schema, unknown, example: '1' }
}

/** A text id in a path. */
export function textParam(unknown: ProblemCode, example: string): PathParam<string> {
  return { schema: z.string().max(100), unknown, example }
}
