import type { z } from 'zod'
import type { Detail } from './problems.ts'

/** All validation errors of an input, in the wording of the API. */
export function detailsOf(error: z.ZodError): Detail[] {
  return error.issues.flatMap(ofIssue)
}

function ofIssue(issue: z.core.$ZodIssue): Detail[] {
  if (issue.code === 'invalid_union') {
    const [first = [], ...others] = issue.errors
    const nearest = others.reduce((best, other) => (depth(other) > depth(best) ? other : best), first)
    return nearest.flatMap((inner) => ofIssue({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  return [{ path: issue.path.join('.'), message: messageOf(issue) }]
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

/** Rewrites zod's default messages in the API's wording. */
function messageOf(issue: z.core.$ZodIssue): string {
  const missing =
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  if (missing) return 'is required'
  if (!issue.message.startsWith('Invalid ')) return issue.message
  if (issue.code === 'invalid_type') {
    return `must be ${/^[aio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return issue.message
}
