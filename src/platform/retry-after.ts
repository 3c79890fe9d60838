/**
 * The delay in milliseconds that a `Retry-After` header asks for, as seconds or as an HTTP date (RFC 9110, 10.2.3);
 * undefined when it is neither.
 */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined
  const delay = /^\s*\d+(?:\.\d+)?\s*$/.test(header)
    ? Number(header) * 1_000
    : Date.parse(header) - Date.now()
  return Number.isFinite(delay) ? Math.max(0, delay) : undefined
}
