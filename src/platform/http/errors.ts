import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { RedisAway } from '../redis/connection.ts'
import { Problem } from '../problems.ts'
import { ANSWERS, errorBody } from './answers.ts'
import type { Context, State } from './context.ts'

const RETRY_AFTER_S = 2

/** Gives every answer its request id, and every failure its answer; the outermost middleware. */
export function answerProblems(log: Logger): Middleware<State> {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    ctx.state.requestId = /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    ctx.set('X-Content-Type-Options', 'nosniff')
    const judged = (error: unknown): Problem => {
      const problem = problemOf(error)
      if (ANSWERS[problem.code].status >= 500) {
        log.error({ requestId: ctx.state.requestId, err: problem.cause ?? problem }, problem.code)
      }
      return problem
    }
    ctx.state.failed = (error) => errorBody(judged(error), formatOf(ctx))
    try {
      await next()
    } catch (error) {
      answer(ctx, judged(error))
    }
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof RedisAway) return new Problem('service_unavailable', {}, { cause: error })
  return new Problem('internal_error', {}, { cause: error })
}

function formatOf(ctx: Context): 'object' | 'string' {
  const prefer = ctx.get('Prefer')
  return /(?:^|[,;\s])error-format\s*=\s*(?:object|"object")\s*(?:[,;]|$)/i.test(prefer) ? 'object' : 'string'
}

function answer(ctx: Context, problem: Problem): void {
  const format = formatOf(ctx)
  if (format === 'object') ctx.set('Preference-Applied', 'error-format=object')
  ctx.status = ANSWERS[problem.code].status
  ctx.body = errorBody(problem, format)
  if (ctx.status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="idea-repository"')
  const retryAfterS =
    problem.retryAfterS ?? (problem.code === 'service_unavailable' ? RETRY_AFTER_S : undefined)
  if (retryAfterS !== undefined) ctx.set('Retry-After', String(retryAfterS))
}
