const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would turn these into spaces or line feeds (XML 1.0, 2.11 and 3.3.3; the last two XML 1.1, 2.11).
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\u0085': '&#133;',
  '\u2028': '&#8232;',
}

/** Everything outside `Char` (XML 1.0, 2.2): no document may hold it, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text for an element or a quoted attribute; what XML forbids becomes U+FFFD. */
export function xmlText(text: string): string {
  return allowed(text).replaceAll(/[&<>"\t\n\r\u0085\u2028]/g, (found) => ENTITIES[found] ?? found)
}

/** Names as a JSON array, which is also how GEXF writes a list of strings. */
export function xmlList(names: readonly string[]): string {
  return xmlText(JSON.stringify(names.map(allowed)))
}

function allowed(text: string): string {
  return text.replaceAll(FORBIDDEN, '\uFFFD')
}
