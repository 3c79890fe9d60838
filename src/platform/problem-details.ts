import type { z } from 'zod'
import type { Detail } from './problems.ts'

/** Maximum number of problems that a refusal tells. */
export const MAX_DETAILS = 100

/** The first problems, and if there are more an entry with an empty path that says how many. */
export function firstDetails(details: readonly Detail[], total = details.length): Detail[] {
  const first = details.slice(0, MAX_DETAILS)
  return total > first.length ? [...first, { path: '', message: `and ${total - first.length} more` }] : first
}

/** All validation errors of an input, in the wording of the API. */
export function detailsOf(error: z.ZodError): Detail[] {
  return error.issues.flatMap(ofIssue)
}

function ofIssue(issue: z.core.$ZodIssue): Detail[] {
  if (issue.code === 'invalid_union') {
    const [first = [], ...others] = issue.errors
    const nearest = others.reduce((best, other) => (nearness(other) > nearness(best) ? other : best), first)
    return nearest.flatMap((inner) => ofIssue({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not known here' }))
  return [{ path: issue.path.join('.'), message: messageOf(issue) }]
}

/** How far an input got in a branch of a union: deeper is nearer, and a refused value is nearer than one of another type. */
function nearness(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path, code }) => 2 * path.length + Number(code !== 'invalid_type')))
}

function boundOf(origin: string, bound: string): string {
  if (origin === 'string') return `must have ${bound} characters`
  return origin === 'array' ? `must have ${bound} values` : `must be ${bound}`
}

/** Rewrites zod's default messages in the API's wording. */
function messageOf(issue: z.core.$ZodIssue): string {
  const missing =
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  if (missing) return 'is required'
  if (issue.code === 'too_small' && issue.message.startsWith('Too '))
    return boundOf(issue.origin, `at least ${issue.minimum}`)
  if (issue.code === 'too_big' && issue.message.startsWith('Too '))
    return boundOf(issue.origin, `at most ${issue.maximum}`)
  if (!issue.message.startsWith('Invalid ')) return issue.message
  if (issue.code === 'invalid_type') {
    const expected = issue.expected === 'record' ? 'object' : issue.expected
    return `must be ${/^[aio]/.test(expected) ? 'an' : 'a'} ${expected}`
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return issue.message
}
