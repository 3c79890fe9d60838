import type { Reply } from '../../support/client.ts'

/** The RFC 8288 links of an answer by their relation. */
export function linksOf(reply: Reply): Record<string, string> {
  const header = reply.headers.get('link') ?? ''
  return Object.fromEntries(
    [...header.matchAll(/<(?<target>[^>]*)>; rel="(?<rel>\w+)"/g)].map(({ groups }) => [
      groups?.['rel'] ?? '',
      groups?.['target'] ?? '',
    ]),
  )
}
