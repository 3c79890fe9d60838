/** `after` is the cursor of the next page, null on the last one, and missing where pages are by offset only. */
type Page = Readonly<{ limit: number; offset: number; total: number; after?: string | null }>

/** The headers of {@link pageHeaders}, described. */
export const PAGE_HEADERS = {
  'X-Total-Count': 'How many there are in all',
  Link: 'The first, prev, next and last pages (RFC 8288)',
} as const

/** `X-Total-Count` and `Link` (RFC 8288) of a page; the references are relative, so that they work behind any proxy. */
export function pageHeaders(url: string, { limit, offset, total, after }: Page): Record<string, string> {
  const lastOffset = Math.max(0, Math.floor((total - 1) / limit) * limit)
  const hasNext = after === undefined ? offset + limit < total : after !== null
  const links = [
    link(url, 'first', { limit, offset: 0 }),
    ...(offset > 0
      ? [link(url, 'prev', { limit, offset: Math.max(0, Math.min(offset - limit, lastOffset)) })]
      : []),
    ...(hasNext
      ? [link(url, 'next', after == null ? { limit, offset: offset + limit } : { limit, after })]
      : []),
    link(url, 'last', { limit, offset: lastOffset }),
  ]
  return { 'X-Total-Count': String(total), Link: links.join(', ') }
}

function link(url: string, rel: string, place: Readonly<Record<string, string | number>>): string {
  const target = new URL(url, 'https://localhost')
  const kept = target.searchParams
  for (const name of ['offset', 'after']) if (!(name in place)) kept.delete(name)
  for (const [name, value] of Object.entries(place)) kept.set(name, String(value))
  return `<${target.pathname}${target.search}>; rel="${rel}"`
}
