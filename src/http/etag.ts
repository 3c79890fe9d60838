/** Whether an `If-Match` names one of the tags; its comparison is the strong one (RFC 9110, 13.1.1). */
export function matchesStrongly(ifMatch: string, etags: readonly string[]): boolean {
  return ifMatch.trim() === '*' || ifMatch.split(',').some((candidate) => etags.includes(candidate.trim()))
}

/** Whether an `If-None-Match` names the tag; its comparison is the weak one (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
