import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { RedisUnavailable } from '../redis/connection.ts'
import { Problem, PROBLEMS, type ProblemCode } from '../problems.ts'
import type { Context, State } from './context.ts'

const CHALLENGE = 'Bearer realm="idea-repository"'
/** What is wrong with a bearer token (RFC 6750, 3.1). */
const TOKEN_ERRORS: Partial<Record<ProblemCode, string>> = {
  invalid_credentials: 'invalid_token',
  insufficient_scope: 'insufficient_scope',
}

/** Sets the request id and maps errors to responses; the outermost middleware but for logging and the closing of connections. */
export function answerProblems(log: Logger): Middleware<State> {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    ctx.state.requestId = /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    ctx.set('X-Content-Type-Options', 'nosniff')
    const logged = (error: unknown): Problem => {
      const problem = problemOf(error)
      if (PROBLEMS[problem.code].status >= 500) {
        log.error({ requestId: ctx.state.requestId, err: problem.cause ?? problem }, problem.code)
      }
      return problem
    }
    ctx.state.problemOf = logged
    ctx.state.failed = (error) => errorBody(logged(error), formatOf(ctx))
    try {
      await next()
    } catch (error) {
      answer(ctx, logged(error))
    }
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof RedisUnavailable) return new Problem('service_unavailable', {}, { cause: error })
  return new Problem('internal_error', {}, { cause: error })
}

function formatOf(ctx: Context): 'object' | 'string' {
  const prefer = ctx.get('Prefer')
  return /(?:^|[,;\s])error-format\s*=\s*(?:object|"object")\s*(?:[,;]|$)/i.test(prefer) ? 'object' : 'string'
}

function answer(ctx: Context, problem: Problem): void {
  const format = formatOf(ctx)
  if (format === 'object') ctx.set('Preference-Applied', 'error-format=object')
  ctx.status = PROBLEMS[problem.code].status
  ctx.body = errorBody(problem, format)
  const challenge = ctx.state.challenge?.(problem.code) ?? challengeOf(ctx, problem.code)
  if (challenge !== undefined) ctx.set('WWW-Authenticate', challenge)
  if (problem.retryAfterS !== undefined) ctx.set('Retry-After', String(problem.retryAfterS))
  ctx.set(problem.headers)
}

function challengeOf(ctx: Context, code: ProblemCode): string | undefined {
  // Not to a caller who sent no token: an API key is none.
  const error = ctx.get('Authorization') === '' ? undefined : TOKEN_ERRORS[code]
  if (error !== undefined) return `${CHALLENGE}, error="${error}"`
  return ctx.status === 401 ? CHALLENGE : undefined
}

/** The body of an error response; `form` is the type of its `error` field. */
function errorBody(problem: Problem, form: 'string' | 'object'): Record<string, unknown> {
  const { code, facts } = problem
  const { text } = PROBLEMS[code]
  if (form === 'object') {
    const { details, ...rest } = facts
    const extra = details === undefined ? {} : { details }
    return { error: { code, message: text, ...extra }, ...rest }
  }
  return code === 'validation_error' ? { error: text, code, ...facts } : { error: text, ...facts }
}
