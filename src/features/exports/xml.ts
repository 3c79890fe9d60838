const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers normalise these to spaces or line feeds (XML 1.0, 2.11 and 3.3.3; the last two XML 1.1, 2.11).
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\u0085': '&#133;',
  '\u2028': '&#8232;',
}

/** Characters that XML does not allow even escaped (XML 1.0, 2.2 `Char`). */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Escapes text for elements and quoted attributes; forbidden characters become U+FFFD. */
export function xmlText(text: string): string {
  return allowed(text).replaceAll(/[&<>"\t\n\r\u0085\u2028]/g, (found) => ENTITIES[found] ?? found)
}

/** The values of a node or an edge by name. */
export type GraphValues = Readonly<Record<string, string | number | readonly string[] | null>>

/** Values as escaped text, without those that are null. */
export function xmlValues(values: GraphValues): [name: string, text: string][] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === null) return []
    return [[name, typeof value === 'object' ? xmlList(value) : xmlText(String(value))]]
  })
}

/** Names as an escaped JSON array, which is also the list syntax of GEXF. */
function xmlList(names: readonly string[]): string {
  return xmlText(JSON.stringify(names.map(allowed)))
}

function allowed(text: string): string {
  return text.replaceAll(FORBIDDEN, '\uFFFD')
}
