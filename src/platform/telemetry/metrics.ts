import { timingSafeEqual } from 'node:crypto'
import type { Middleware } from 'koa'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Problem } from '../problems.ts'

type Dependencies = Readonly<{
  /** Bearer token of `/metrics`; without one the path answers 404. */
  token: string | undefined
  quotaMode: () => 'redis' | 'memory'
}>

/** Prometheus metrics of this process. */
export function createMetrics({ token, quotaMode }: Dependencies) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'ideas_http_request_duration_seconds',
    help: 'Time from a request to its answer, by endpoint and status',
    labelNames: ['endpoint', 'status'],
    registers: [registry],
  })
  const inMemory: Gauge = new Gauge({
    name: 'ideas_quota_in_memory',
    help: '1 while quotas are counted in memory because Redis is unavailable',
    registers: [registry],
    collect: () => inMemory.set(quotaMode() === 'memory' ? 1 : 0),
  })
  const serve: Middleware = async (ctx, next) => {
    if (ctx.path !== '/metrics' || token === undefined) return next()
    if (!isBearer(ctx.get('Authorization'), token)) throw new Problem('invalid_credentials')
    ctx.type = registry.contentType
    ctx.body = await registry.metrics()
  }
  return {
    serve,
    observe: (endpoint: string, status: number, seconds: number): void =>
      requests.observe({ endpoint, status: String(status) }, seconds),
  }
}

function isBearer(header: string, token: string): boolean {
  const given = Buffer.from(header)
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
