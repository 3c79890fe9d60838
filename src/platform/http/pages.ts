type Page = Readonly<{ limit: number; offset: number; total: number }>

/** `X-Total-Count` and `Link` (RFC 8288) of a page; the references are relative, so that they work behind any proxy. */
export function pageHeaders(url: string, { limit, offset, total }: Page): Record<string, string> {
  const lastOffset = Math.max(0, Math.floor((total - 1) / limit) * limit)
  const links = [
    link(url, 'first', limit, 0),
    ...(offset > 0 ? [link(url, 'prev', limit, Math.max(0, Math.min(offset - limit, lastOffset)))] : []),
    ...(offset + limit < total ? [link(url, 'next', limit, offset + limit)] : []),
    link(url, 'last', limit, lastOffset),
  ]
  return { 'X-Total-Count': String(total), Link: links.join(', ') }
}

function link(url: string, rel: string, limit: number, offset: number): string {
  const target = new URL(url, 'https://localhost')
  target.searchParams.set('limit', String(limit))
  target.searchParams.set('offset', String(offset))
  return `<${target.pathname}${target.search}>; rel="${rel}"`
}
