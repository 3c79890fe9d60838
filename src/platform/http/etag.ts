/**
 * The predicate of an `If-Match` header, with strong comparison (RFC 9110, 13.1.1); undefined without the header.
 * `hasEtag` tells whether one of the ETags is that of the current state.
 */
export function precondition<T>(
  ifMatch: string | undefined,
  hasEtag: (current: T, etags: readonly string[]) => boolean,
): ((current: T) => boolean) | undefined {
  if (ifMatch === undefined) return undefined
  const etags = ifMatch.split(',').map((etag) => etag.trim())
  return (current) => ifMatch.trim() === '*' || hasEtag(current, etags)
}

/** Whether an `If-None-Match` header matches the ETag, with weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
