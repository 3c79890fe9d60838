/** A fenced block of a Markdown file. */
export type Block = Readonly<{ language: string; text: string }>

/** The fenced blocks in their order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(?<language>\w*)\n(?<text>[\s\S]*?)^```$/gm)].map(({ groups }) => ({
    language: groups?.['language'] ?? '',
    text: groups?.['text'] ?? '',
  }))
}

/** The members whose numbers are no ids. */
const COUNTS = new Set([
  'connectionCount',
  'input_tokens',
  'length',
  'links',
  'links_total',
  'output_tokens',
  'relations',
  'relations_total',
])

/**
 * An answer with what differs between two runs made equal: times, and ids by the order in which they are met.
 * Ideas and relations are numbered apart.
 */
export function normalized(answer: unknown): unknown {
  const ideas = new Map<number, number>()
  const relations = new Map<number, number>()
  const walk = (value: unknown, name: string, owner: object): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, name, owner))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key, value)]))
    }
    if (typeof value === 'string' && name.endsWith('_at')) return 'a time'
    if (typeof value !== 'number' || COUNTS.has(name)) return value
    return name === 'id' && !('title' in owner) ? ordinal(relations, value) : ordinal(ideas, value)
  }
  return walk(answer, '', {})
}

/** Which one of the ids met so far this is, counted from 1. */
function ordinal(met: Map<number, number>, id: number): number {
  const known = met.get(id) ?? met.size + 1
  met.set(id, known)
  return known
}
