import fc from 'fast-check'
import { tagKey } from '../../../src/features/tags/schema.ts'

/** An export file of an account that nobody has: everything that a file can hold, with text that is hard to carry. */
export type AccountFile = Readonly<{
  version: 1
  ideas: readonly Record<string, unknown>[]
  tags: readonly Record<string, unknown>[]
  relations: readonly Record<string, unknown>[]
  links: readonly Record<string, unknown>[]
  duplicates: readonly Record<string, unknown>[]
}>

/** Text of any characters, empty, hard to carry, or as long as it may be. */
const textOf = (max: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(max, 40) }) },
    { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: Math.min(max, 40) }) },
    { weight: 4, arbitrary: nasty },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(max), '👩'.repeat(max), '"\n'.repeat(max / 2)) },
  )
const nasty = fc.constantFrom(
  '',
  '"',
  '\\',
  '\u2028',
  '\r\n',
  '\n',
  '\r',
  '{"ideas":[{',
  '\u0000',
  '\ufeff',
  '\uffff',
  'a\tb',
  '日本語',
  '👩‍👩‍👧‍👦',
  '=1+1',
  '-->',
  ']]>',
)
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z')
/** A day ahead, but for the time that a test takes. */
const TOMORROW = Date.now() + 23 * 60 * 60_000
const moment = fc.oneof(
  fc.integer({ min: YEAR_1, max: TOMORROW }),
  fc.integer({ min: Date.UTC(1965, 0, 1), max: Date.UTC(1975, 0, 1) }),
  fc.constantFrom(YEAR_1, -1, 0, 1, TOMORROW),
)
const statuses = ['captured', 'exploring', 'building', 'shipped', 'shelved']
const types = ['related', 'parent', 'blocks', 'inspires', 'duplicate', 'supersedes']
const tagNames = ['one', 'Two words', 'ünïcödé', '"quoted"', 'tag, with; marks', '12', '👩'.repeat(50)]
const tagName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...tagNames) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }).map((name) => name.trim() || 'one') },
)
const place = fc.nat({ max: 11 })

const idea = fc.record({
  title: textOf(160),
  body: textOf(50_000),
  status: fc.constantFrom(...statuses),
  source: fc.constantFrom('web', 'api'),
  source_url: fc.constantFrom(null, 'https://example.org/?q="x"', `mailto:${'x'.repeat(1_993)}`),
  tag_details: fc.uniqueArray(fc.record({ name: tagName, auto: fc.boolean() }), {
    maxLength: 20,
    selector: ({ name }) => tagKey(name),
  }),
  archived: fc.integer({ min: 0, max: 4 }).map((value) => value === 0),
  merged_into: fc.option(place),
  created_at: moment,
  edited: fc.nat({ max: 1_000_000 }),
})
const relation = fc.record({
  ends: fc.tuple(place, place),
  relation_type: fc.constantFrom(...types),
  note: fc.option(textOf(500)),
  score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  created_at: moment,
})
const link = fc.record({
  owner: place,
  title: fc.option(textOf(200)),
  link_type: fc.constantFrom('url', 'assistant-chat', 'code-host-repo', 'code-host-issue', 'attachment'),
  created_at: moment,
})
const duplicate = fc.record({
  ends: fc.tuple(place, place),
  similarity_score: fc.double({ min: 0, max: 1, noNaN: true }),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  reasons: fc.option(fc.array(textOf(500), { maxLength: 20 }), { nil: undefined }),
  status: fc.constantFrom('pending', 'dismissed', 'merged', 'withdrawn'),
  created_at: moment,
})

const iso = (ms: number): string => new Date(ms).toISOString()

/** Files of accounts with up to twelve ideas. */
export const accountFile: fc.Arbitrary<AccountFile> = fc
  .record({
    ideas: fc.array(idea, { minLength: 1, maxLength: 12 }),
    colors: fc.array(fc.option(fc.constantFrom('#000000', '#AbCdEf')), { maxLength: tagNames.length }),
    relations: fc.array(relation, { maxLength: 20 }),
    links: fc.array(link, { maxLength: 8 }),
    duplicates: fc.array(duplicate, { maxLength: 6 }),
    manyLinks: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  })
  .map(({ ideas, colors, relations, links, duplicates, manyLinks }) => {
    const ref = (index: number): number => 1_000 + (index % ideas.length)
    const isArchived = (index: number): boolean => ideas[index % ideas.length]?.archived === true
    const seen = new Set<string>()
    const pairs = new Set<string>()
    return {
      version: 1,
      ideas: ideas.map(({ created_at: created, edited, merged_into: survivor, title, ...rest }, index) => ({
        ...rest,
        tags: rest.tag_details.map(({ name }) => name),
        id: ref(index),
        title: `lighthouse ${index} ${title}`.trim(),
        merged_into: rest.archived && survivor !== null && !isArchived(survivor) ? ref(survivor) : null,
        created_at: iso(created),
        updated_at: iso(Math.min(created + edited, TOMORROW)),
      })),
      tags: colors.map((color, index) => ({ name: tagNames[index], color })),
      relations: relations.flatMap(
        ({ ends: [a, b], relation_type: type, created_at: created, score, ...rest }) => {
          const isFree = type !== 'blocks' && type !== 'parent'
          const [source, target] = isFree || ref(a) < ref(b) ? [a, b] : [b, a]
          const key = `${type} ${ref(source)} ${ref(target)}`
          if (ref(source) === ref(target) || isArchived(source) || isArchived(target) || seen.has(key))
            return []
          seen.add(key)
          const ideaIds = { source_idea_id: ref(source), target_idea_id: ref(target) }
          // Of other types an export has none.
          const similarity = type === 'duplicate' ? score : null
          return [{ ...rest, ...ideaIds, relation_type: type, score: similarity, created_at: iso(created) }]
        },
      ),
      links: [...links, ...(manyLinks && links[0] ? Array<(typeof links)[0]>(400).fill(links[0]) : [])].map(
        ({ owner, created_at: created, ...rest }, index) => ({
          ...rest,
          idea_id: ref(owner),
          url: `https://example.org/${index}`,
          created_at: iso(created),
        }),
      ),
      duplicates: duplicates.flatMap(({ ends: [a, b], created_at: created, ...rest }) => {
        const pair = [ref(a), ref(b)].sort().join(' ')
        if (ref(a) === ref(b) || pairs.has(pair)) return []
        pairs.add(pair)
        return [{ ...rest, idea_id: ref(a), duplicate_of_id: ref(b), created_at: iso(created) }]
      }),
    }
  })
