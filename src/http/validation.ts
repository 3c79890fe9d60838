import type { z } from 'zod'
import { Problem, type Detail } from '../problems.ts'

/** Parses an input; every broken rule is told, not only the first. @throws Problem `validation_error` */
export function parseAll(inputs: readonly { schema: z.ZodType | undefined; value: unknown }[]): unknown[] {
  const details: Detail[] = []
  const values = inputs.map(({ schema, value }) => {
    if (schema === undefined) return undefined
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    details.push(...parsed.error.issues.flatMap(detailsOf))
    return undefined
  })
  if (details.length > 0) throw new Problem('validation_error', { details })
  return values
}

function detailsOf(issue: z.core.$ZodIssue): Detail[] {
  if (issue.code === 'invalid_union') {
    const [first = [], ...others] = issue.errors
    const nearest = others.reduce((best, other) => (depth(other) > depth(best) ? other : best), first)
    return nearest.flatMap((inner) => detailsOf({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  return [{ path: issue.path.join('.'), message: messageOf(issue) }]
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message
  return issue.input === undefined ? 'is required' : issue.message
}
