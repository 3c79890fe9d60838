/** What a server can ask for at most: daily quotas end within it, and a mistaken header does not stop work for good. */
const MAX_MS = 24 * 60 * 60_000

/**
 * The delay in milliseconds, at most a day, that a `Retry-After` header asks for, as seconds or as an HTTP date
 * (RFC 9110, 10.2.3); undefined when it is neither.
 */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined
  const delay = /^\s*\d+(?:\.\d+)?\s*$/.test(header)
    ? Number(header) * 1_000
    : Date.parse(header) - Date.now()
  return Number.isFinite(delay) ? Math.min(MAX_MS, Math.max(0, delay)) : undefined
}
