import fc from 'fast-check'

/** An export file of an account that nobody has: everything that a file can hold, with text that is hard to carry. */
export type AccountFile = Readonly<{
  version: 1
  ideas: readonly Record<string, unknown>[]
  tags: readonly Record<string, unknown>[]
  relations: readonly Record<string, unknown>[]
  links: readonly Record<string, unknown>[]
  duplicates: readonly Record<string, unknown>[]
}>

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '"',
    '\\',
    '\u2028',
    '\r\n',
    '{"ideas":[{',
    '\u0000',
    'a\tb',
    '日本語',
    '👩‍👩‍👧‍👦',
    '=1+1',
    '-->',
    ']]>',
  ),
)
const moment = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2026, 0, 1) })
const statuses = ['captured', 'exploring', 'building', 'shipped', 'shelved']
const types = ['related', 'parent', 'blocks', 'inspires', 'duplicate', 'supersedes']
const tagNames = ['one', 'Two words', 'ünïcödé', '"quoted"', 'tag, with; marks', '12']
const place = fc.nat({ max: 11 })

const idea = fc.record({
  title: nasty,
  body: nasty,
  status: fc.constantFrom(...statuses),
  source: fc.constantFrom('web', 'api'),
  source_url: fc.constantFrom(null, 'https://example.org/?q="x"'),
  tag_details: fc.uniqueArray(fc.record({ name: fc.constantFrom(...tagNames), auto: fc.boolean() }), {
    maxLength: 4,
    selector: ({ name }) => name,
  }),
  archived: fc.integer({ min: 0, max: 4 }).map((value) => value === 0),
  merged_into: fc.option(place),
  created_at: moment,
  edited: fc.nat({ max: 1_000_000 }),
})
const relation = fc.record({
  ends: fc.tuple(place, place),
  relation_type: fc.constantFrom(...types),
  note: fc.option(nasty),
  score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  created_at: moment,
})
const link = fc.record({
  owner: place,
  title: fc.option(nasty),
  link_type: fc.constantFrom('url', 'code-host-issue', 'attachment'),
  created_at: moment,
})
const duplicate = fc.record({
  ends: fc.tuple(place, place),
  similarity_score: fc.double({ min: 0, max: 1, noNaN: true }),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
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
  })
  .map(({ ideas, colors, relations, links, duplicates }) => {
    const ref = (index: number): number => 1_000 + (index % ideas.length)
    const isArchived = (index: number): boolean => ideas[index % ideas.length]?.archived === true
    const seen = new Set<string>()
    return {
      version: 1,
      ideas: ideas.map(({ created_at: created, edited, merged_into: survivor, title, ...rest }, index) => ({
        ...rest,
        tags: rest.tag_details.map(({ name }) => name),
        id: ref(index),
        title: `${index} ${title}`.trim(),
        merged_into: rest.archived && survivor !== null && !isArchived(survivor) ? ref(survivor) : null,
        created_at: iso(created),
        updated_at: iso(created + edited),
      })),
      tags: colors.map((color, index) => ({ name: tagNames[index], color })),
      relations: relations.flatMap(({ ends: [a, b], relation_type: type, created_at: created, ...rest }) => {
        const isFree = type !== 'blocks' && type !== 'parent'
        const [source, target] = isFree || ref(a) < ref(b) ? [a, b] : [b, a]
        const key = `${type} ${ref(source)} ${ref(target)}`
        if (ref(source) === ref(target) || isArchived(source) || isArchived(target) || seen.has(key))
          return []
        seen.add(key)
        const ideaIds = { source_idea_id: ref(source), target_idea_id: ref(target) }
        return [{ ...rest, ...ideaIds, relation_type: type, created_at: iso(created) }]
      }),
      links: links.map(({ owner, created_at: created, ...rest }, index) => ({
        ...rest,
        idea_id: ref(owner),
        url: `https://example.org/${index}`,
        created_at: iso(created),
      })),
      duplicates: duplicates.flatMap(({ ends: [a, b], created_at: created, ...rest }) =>
        ref(a) === ref(b)
          ? []
          : [{ ...rest, idea_id: ref(a), duplicate_of_id: ref(b), created_at: iso(created) }],
      ),
    }
  })
