import { expect } from 'chai'
import fc from 'fast-check'
import type { GraphMap } from '../../../src/features/map/schema.ts'
import type { z } from 'zod'
import type { Client } from '../../support/client.ts'

/** The whole graph of a user as `GET /map` answers it. */
export type MapAnswer = z.infer<typeof GraphMap>

const CHARACTERS =
  'abc XY09ßﬂ°¶漢字é\u0301😀"\'`\\/#&;:<>()[]{}|%@$!?*_~^=+-.,\n\r\t\0\u0001\u0007\b\u001F\u007F\u0085\u2028\uFEFF\uFFFE\uFFFF'
const WORDS = [
  ']]>',
  '-->',
  '<br/>',
  '<script>',
  '&amp;',
  '#quot;',
  '#35;',
  '\\u0041',
  '\\n',
  '$1',
  '//',
  ';\n',
  '1. ',
  'end',
  'style:x #1;',
  ':::',
  '`md`',
  '%%{init: {}}%%',
  "' OR 1",
  '${x}',
  '{{y}}',
]
const text = fc
  .array(fc.constantFrom(...CHARACTERS, ...WORDS), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
const Idea = fc.record({
  title: text.map((words) => (words.trim() === '' ? 'x' : words)),
  status: fc.constantFrom('captured', 'exploring', 'building', 'shipped', 'shelved'),
  tags: fc.array(
    text.map((name) => `${name}t`.slice(-50)).filter((name) => name.isWellFormed()),
    { maxLength: 3 },
  ),
})
const Relation = fc.record({
  source: fc.nat(),
  target: fc.nat(),
  type: fc.constantFrom('related', 'parent', 'blocks', 'inspires', 'duplicate', 'supersedes'),
  note: fc.option(text),
})

/** Small graphs whose texts hold whatever some format takes for its own. */
export const NastyGraph = fc.record({
  ideas: fc.array(Idea, { minLength: 1, maxLength: 7 }),
  relations: fc.array(Relation, { maxLength: 10 }),
})
export type NastyGraph = typeof NastyGraph extends fc.Arbitrary<infer T> ? T : never

/** Writes the graph by the API, relations from older to newer ideas, and answers the map of it. */
export async function writeNastyGraph(api: Client, { ideas, relations }: NastyGraph): Promise<MapAnswer> {
  const ids: number[] = []
  for (const fields of ideas) {
    const { status, body } = await api.post('/ideas?force=true', fields)
    expect(status, JSON.stringify(body)).to.equal(201)
    ids.push(body.id)
  }
  for (const { source, target, type, note } of relations) {
    const [from = 0, to = 0] = [source % ids.length, target % ids.length].sort((a, b) => a - b)
    if (from === to) continue
    const ends = { source_idea_id: ids[from], target_idea_id: ids[to] }
    const { status, body } = await api.post('/map/relations', { ...ends, relation_type: type, note })
    if (status === 409) expect(body.error).to.equal('This relation exists already')
    else expect(status, JSON.stringify(body)).to.equal(201)
  }
  return (await api.get('/map')).body
}
