import { expect } from 'chai'
import fc from 'fast-check'
import { histories, liveThrough, type History } from './histories.ts'
import type { Lost } from './merging.ts'
import { PaperGraph, type State } from './paper-graph.ts'
import { paperWorld } from './paper-world.ts'
import type { RelationRow } from '../../../src/features/relations/present.ts'

const IDEAS = 6
const which = fc.integer({ min: 1, max: IDEAS })
const texts = fc.constantFrom(null, null, 'one', 'two')
const scores = fc.constantFrom(null, null, 0.8, 0.9)
const url = fc.constantFrom('https://example.org', 'https://example.org/', 'https://example.org/x')
const type = fc.constantFrom(
  'BLOCKS',
  'PARENT',
  'RELATED',
  'SUPERSEDES',
  'DUPLICATE',
) as fc.Arbitrary<'BLOCKS'>

const ideas = fc
  .array(
    fc.record({
      title: fc.constantFrom('Same', 'Other'),
      body: fc.constantFrom('', 'Text', '\n\n---\n\n## Same', '## Same\n'),
      tags: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 3 }), auto: fc.boolean() }), {
        selector: ({ id }) => id,
      }),
    }),
    { minLength: IDEAS, maxLength: IDEAS },
  )
  .map((all) => all.map((idea, index) => ({ ...idea, id: index + 1, survivorId: null })))
const links = fc
  .array(fc.record({ ideaId: which, url, title: texts }), { maxLength: 6 })
  .map((all) => all.map((link, id) => ({ ...link, id: id + 1, linkType: 'url' as const, createdAt: id })))
const edges = fc
  .array(fc.record({ sourceId: which, targetId: which, type, note: texts, score: scores }), { maxLength: 16 })
  .map((all) => all.map((edge, id) => ({ ...edge, id: id + 101, createdAt: id })))
const states = fc.record({ ideas, links, edges })
const merges = fc.array(fc.tuple(which, which), { minLength: 1, maxLength: 6 })

function isByHand({ type, score }: RelationRow): boolean {
  return type !== 'DUPLICATE' || score === null
}

/** Whether a relation is really lost for the reason that is told, where nobody deletes or changes anything. */
function holds(
  { id, reason }: Lost,
  original: RelationRow | undefined,
  { edges: standing, ideas: all }: State,
  survivor: number,
): boolean {
  const edge = standing.find((other) => other.id === id)
  const isThere = edge?.sourceId === survivor || edge?.targetId === survivor
  const archived = (end: number | undefined): boolean =>
    all.some((idea) => idea.id === end && idea.survivorId !== null)
  if (reason === 'merged') return archived(original?.sourceId) && archived(original?.targetId)
  if (reason === 'deleted') return !isThere
  if (reason === 'changed') return isThere && edge.note !== original?.note
  // The others are found out by what stands in the way.
  return ['idea_gone', 'exists', 'cycle'].includes(reason)
}

const RUNS = 1_000

const six = Array.from({ length: IDEAS }, (_, index) => ({
  id: index + 1,
  title: 'Same' as const,
  body: '' as const,
  tags: [],
  survivorId: null,
}))
type Ends = readonly [id: number, source: number, target: number]
const edge = (
  [id, sourceId, targetId]: Ends,
  type: 'BLOCKS' | 'DUPLICATE',
  note: 'two' | null,
  score: 0.8 | 0.9 | null = null,
) => ({ id, sourceId, targetId, type: type as 'BLOCKS', note, score, createdAt: id })

type Given = typeof states extends fc.Arbitrary<infer T> ? T : never
const found = (given: Partial<Given>, steps: History['steps']): [Given, History] => [
  { ideas: six, links: [], edges: [], ...given },
  { steps, order: [0, 0, 0, 0, 0] },
]

/** Histories that once failed: a note, and being made by hand, that a relation was lent and kept after the unmerge; a section. */
const FOUND = [
  found(
    {
      edges: [
        edge([101, 4, 3], 'BLOCKS', 'two'),
        edge([102, 4, 2], 'BLOCKS', null),
        edge([103, 6, 2], 'BLOCKS', null),
      ],
    },
    [
      { act: 'merge', pair: [1, 2] },
      { act: 'merge', pair: [5, 3] },
      { act: 'unrelate', pick: 17 },
    ],
  ),
  found({ edges: [edge([101, 6, 1], 'DUPLICATE', 'two'), edge([102, 6, 2], 'DUPLICATE', null, 0.9)] }, [
    { act: 'merge', pair: [1, 0] },
    { act: 'renote', pick: 1, isCleared: true },
  ]),
  // One that a second merge dropped for an automatic relation, when the first of the two merges is undone before.
  found({ edges: [edge([101, 2, 4], 'DUPLICATE', null, 0.8), edge([102, 3, 1], 'BLOCKS', 'two')] }, [
    { act: 'merge', pair: [3, 0] },
    { act: 'retype', pick: 1, type: 'duplicate' },
    { act: 'merge', pair: [1, 2] },
    { act: 'renote', pick: 0, isCleared: true },
  ]),
  // One that a second merge redirected, when the first of the two merges is undone before.
  found(
    {
      edges: [
        edge([101, 1, 2], 'DUPLICATE', null),
        edge([102, 2, 1], 'DUPLICATE', 'two'),
        edge([103, 5, 1], 'DUPLICATE', null, 0.8),
      ],
    },
    [
      { act: 'merge', pair: [4, 1] },
      { act: 'merge', pair: [2, 0] },
      { act: 'merge', pair: [2, 3] },
      { act: 'renote', pick: 2, isCleared: true },
    ],
  ),
  // One that is given the type that it has while it stands for one made by hand.
  found({ edges: [edge([101, 4, 5], 'DUPLICATE', null, 0.8), edge([102, 4, 6], 'DUPLICATE', null)] }, [
    { act: 'merge', pair: [4, 5] },
    { act: 'retype', pick: 0, type: 'duplicate' },
  ]),
  // One whose equal section stands within that of another, and of which it is not known which section it made.
  found(
    {
      ideas: six.map((idea) => {
        if (idea.id === 5) return { ...idea, body: '## Same\n' as const }
        return [3, 4].includes(idea.id) ? { ...idea, title: 'Other' as const } : idea
      }),
    },
    [
      { act: 'merge', pair: [1, 3] },
      { act: 'merge', pair: [4, 2] },
      { act: 'merge', pair: [5, 1] },
      { act: 'delete', idea: 1 },
      { act: 'merge', pair: [5, 4] },
      { act: 'unmerge', pick: 0 },
    ],
  ),
  // One whose text stands in the body of an idea that was merged later.
  found(
    { ideas: six.map((idea) => (idea.id === 3 ? { ...idea, body: '\n\n---\n\n## Same' as const } : idea)) },
    [
      { act: 'merge', pair: [3, 4] },
      { act: 'merge', pair: [0, 3] },
      { act: 'delete', idea: 3 },
      { act: 'merge', pair: [0, 2] },
    ],
  ),
]

describe('The plans of merges', () => {
  it('and of their undoing, the last first, lead back to where they began', () => {
    fc.assert(
      fc.property(states, merges, (given, pairs) => {
        const graph = new PaperGraph(given)
        const before = [graph.state()]
        const made: number[] = []
        for (const [survivor, absorbed] of pairs) {
          if (!graph.merge(survivor, absorbed)) continue
          made.push(absorbed)
          before.push(graph.state())
        }
        for (const absorbed of made.reverse()) {
          before.pop()
          expect(graph.unmerge(absorbed)).to.deep.equal([])
          const [after, wanted = given] = [graph.state(), before.at(-1)]
          expect({ ...after, edges: after.edges.filter(isByHand) }).to.deep.equal({
            ...wanted,
            edges: wanted.edges.filter(isByHand),
          })
          expect(wanted.edges).to.deep.include.members(after.edges)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('and of their undoing, in any order, lead back but for the few relations that they truly say are lost', () => {
    const order = fc.array(fc.nat(), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(states, merges, order, (given, pairs, picks) => {
        const graph = new PaperGraph(given)
        const before = graph.state()
        const survivors = new Map<number, number>()
        for (const [survivor, absorbed] of pairs)
          if (graph.merge(survivor, absorbed)) survivors.set(absorbed, survivor)
        const lost = new Set<number>()
        for (const pick of picks.slice(0, survivors.size)) {
          const ready = [...survivors].filter(([, survivor]) => !survivors.has(survivor))
          const [absorbed = 0, survivor = 0] = ready[pick % ready.length] ?? []
          const between = graph.state()
          for (const gone of graph.unmerge(absorbed)) {
            const original = before.edges.find(({ id }) => id === gone.id)
            expect(holds(gone, original, between, survivor), JSON.stringify(gone)).to.equal(true)
            // What waits for another idea is there in the end.
            if (gone.reason !== 'merged') lost.add(gone.id ?? 0)
          }
          survivors.delete(absorbed)
        }
        const after = graph.state()
        const sure = ({ id }: { id: number }): boolean => !lost.has(id)
        const [edges, made] = [before.edges.filter(sure), after.edges.filter(sure)]
        expect(made.filter(isByHand)).to.deep.equal(edges.filter(isByHand))
        // The comparison makes automatic ones again that are gone.
        expect(edges).to.deep.include.members(made)
        expect(after.links).to.deep.equal(before.links)
        expect(after.ideas).to.deep.equal(before.ideas)
      }),
      { numRuns: RUNS },
    )
  })

  it('give an idea the tags of all that were merged into it and no others, while tags are merged, too', () => {
    const tag = fc.integer({ min: 1, max: 3 })
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ ideas: fc.tuple(which, which) }) },
      { weight: 3, arbitrary: fc.record({ undone: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ tags: fc.tuple(tag, tag) }) },
    )
    fc.assert(
      fc.property(ideas, fc.array(step, { minLength: 4, maxLength: 16 }), (given, steps) => {
        const graph = new PaperGraph({ ideas: given, links: [], edges: [] })
        const survivors = new Map<number, number>()
        const names = new Map<number, number>()
        const nameOf = (id: number): number => {
          const into = names.get(id)
          return into === undefined ? id : nameOf(into)
        }
        const within = (id: number): number[] => [
          id,
          ...[...survivors]
            .filter(([, survivor]) => survivor === id)
            .flatMap(([absorbed]) => within(absorbed)),
        ]
        const undo = (pick: number): boolean => {
          const ready = [...survivors.keys()].filter((id) => !survivors.has(survivors.get(id) ?? 0))
          const absorbed = ready[pick % Math.max(1, ready.length)]
          if (absorbed === undefined) return false
          expect(graph.unmerge(absorbed).filter(({ kind }) => kind === 'tag')).to.deep.equal([])
          return survivors.delete(absorbed)
        }
        const check = (): void => {
          for (const { id, tags } of graph.state().ideas) {
            if (survivors.has(id)) continue
            const own = within(id).flatMap((one) => given[one - 1]?.tags.map((tag) => nameOf(tag.id)) ?? [])
            expect(tags.map((tag) => tag.id)).to.have.members([...new Set(own)])
          }
        }
        for (const step of steps) {
          if ('undone' in step) undo(step.undone)
          else if ('tags' in step) {
            const [from, into] = step.tags
            if (from === into || names.has(from) || names.has(into)) continue
            graph.mergeTags(from, into)
            names.set(from, into)
          } else if (graph.merge(...step.ideas)) survivors.set(step.ideas[1], step.ideas[0])
          check()
        }
        while (undo(0)) check()
      }),
      { numRuns: RUNS },
    )
  })

  it('lead back to where they began, but for what people changed and what is truly said to be lost', async () => {
    const tally = { merges: 0, undone: 0, changes: 0, lost: 0 }
    const ids = Array.from({ length: IDEAS }, (_, index) => index + 1)
    await fc.assert(
      fc.asyncProperty(states, histories, async (given, history) =>
        liveThrough(paperWorld(given), ids, history, tally),
      ),
      { numRuns: RUNS, examples: FOUND },
    )
    process.stdout.write(`    ${RUNS} histories on paper: ${JSON.stringify(tally)}\n`)
  })
})
