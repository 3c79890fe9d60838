import { expect } from 'chai'
import fc from 'fast-check'
import { judge } from '../../../src/features/duplicates/judge.ts'
import { DEFAULT_THRESHOLD } from '../../../src/features/duplicates/schema.ts'
import { pairOf, SIGNALS, type Compared, type SignalName } from '../../../src/features/duplicates/signals.ts'
import type { IdeaText } from '../../../src/features/duplicates/text.ts'
import { WEIGHTS } from '../../../src/features/duplicates/weights.ts'

const titled = (title: string, body = ''): IdeaText => ({ title, body })

function compared(idea: IdeaText, vector: number[]): Compared {
  return { idea, vectors: { body: idea.body === '' ? undefined : vector, whole: vector } }
}

/** Two ideas whose vectors have this cosine. */
function near(a: IdeaText, b: IdeaText, cosine: number): [Compared, Compared] {
  return [compared(a, [1, 0]), compared(b, [cosine, Math.sqrt(1 - cosine ** 2)])]
}
const says = (a: string, b: string, cosine: number) => judge(...near(titled(a), titled(b), cosine))

/** However alike the vectors are. */
const DIFFERENT: readonly (readonly [a: string, b: string])[] = [
  ['Report SR-2023-052', 'Report SR-2023-053'],
  ['Release notes for version 2.4', 'Release notes for version 2.5'],
  ['Minutes of the board, meeting 41', 'Minutes of the board, meeting 42'],
  ['Paint the kitchen', 'Paint the bathroom'],
  ['Import from Trello', 'Import from Jira'],
  ['Add dark mode', 'Remove dark mode'],
  ['Open the window at night', 'Close the window at night'],
]
/** Without case and punctuation. */
const bare = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
/** The share of runs of three characters that two texts have in common. */
function lettersShared(a: IdeaText, b: IdeaText): number {
  const [one, other] = [a, b].map(({ title, body }) => {
    const text = ` ${bare(`${title} ${body}`)} `
    return Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3))
  })
  const [runs = [], left = []] = [one, other && [...other]]
  const all = runs.length + left.length
  const shared = runs.filter((run) => left.includes(run) && left.splice(left.indexOf(run), 1).length > 0)
  return all === 0 ? 0 : (2 * shared.length) / all
}
const lengthOf = ({ title, body }: IdeaText): number => (body === '' ? title : `${title}\n${body}`).length
type Check = (a: IdeaText, b: IdeaText, cosine: number) => boolean
/** What must hold of two ideas of which a sentence is said. */
const SENTENCES: Readonly<Record<string, Check>> = {
  'the same title': (a, b) => bare(a.title) === bare(b.title),
  'almost the same words': (a, b) => lettersShared(a, b) >= 0.8,
  'many of the words are the same': (a, b) => lettersShared(a, b) >= 0.5,
  'a similar meaning': (_a, _b, cosine) => cosine >= 0.85,
  'much the same meaning': (_a, _b, cosine) => cosine >= 0.95,
  'much the same meaning in other words': (a, b, cosine) => cosine >= 0.95 && lettersShared(a, b) < 0.5,
  'one may be a short form of what the other describes': (a, b, cosine) =>
    cosine >= 0.85 && 3 * Math.min(lengthOf(a), lengthOf(b)) <= Math.max(lengthOf(a), lengthOf(b)),
  'wording and meaning together are near': (_a, _b, cosine) => cosine < 0.85,
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(fc.constantFrom('dark', 'mode', 'no', '2', 'v2', 'Trello', 'Jira', '検索', 'löschen', ':', '-'), {
      maxLength: 30,
    })
    .map((words) => words.join(' ')),
)
const idea = fc.record({
  title: fc.tuple(fc.constantFrom('a', 'b'), text).map(([a, b]) => a + b),
  body: text,
})
const cosine = fc.double({ min: 0, max: 1, noNaN: true })

describe('The judge of duplicates', () => {
  for (const [a, b] of DIFFERENT) {
    it(`tells “${a}” from “${b}”`, () => {
      expect(says(a, b, 0.95).confidence).to.be.below(DEFAULT_THRESHOLD)
    })
  }

  it('does not take one text of symbols alone for another: to a model they are all the same', () => {
    expect(says('🚀'.repeat(100), '🎉'.repeat(100), 1).confidence).to.equal(0)
    expect(says('🚀', '🚀', 1)).to.deep.equal({ confidence: 1, reasons: ['the same symbols'] })
    const [a, b] = [titled('🚀', 'A dark theme'), titled('🎉', 'A dark theme')]
    expect(judge(...near(a, b, 1)).confidence).to.be.above(DEFAULT_THRESHOLD)
  })

  it('takes the same text for the same idea, short or long, and says why', () => {
    for (const same of [
      titled('Ok'),
      titled('A dark theme'),
      titled('A dark theme', 'White hurts at night.'),
    ]) {
      const { confidence, reasons } = judge(...near(same, { ...same }, 1))
      expect(confidence, same.title).to.be.above(0.75)
      expect(reasons).to.deep.equal(['the same title', 'almost the same words', 'much the same meaning'])
    }
  })

  it('forgives spelling and order', () => {
    expect(
      says('Reminders for overdue invoices', 'remindrs for overdue invioces', 0.96).confidence,
    ).to.be.above(0.5)
    expect(says('Tag ideas by voice', 'By voice: tag ideas', 0.95).confidence).to.be.above(0.5)
  })

  it('does not take equal titles over other descriptions for a duplicate', () => {
    const [a, b] = [titled('Ideas', 'Plant trees along the road'), titled('Ideas', 'A cheaper printer')]
    expect(judge(...near(a, b, 0.7)).confidence).to.be.below(0.2)
  })

  it('says the same of two ideas in either order, between 0 and 1, with one to four reasons that are true', () => {
    fc.assert(
      fc.property(idea, idea, fc.boolean(), cosine, (a, b, isNear, nearness) => {
        const other = isNear ? { title: a.title, body: `${a.body} ${b.title}` } : b
        const [one, two] = near(a, other, nearness)
        const judgement = judge(one, two)
        expect(judge(two, one)).to.deep.equal(judgement)
        expect(judgement.confidence).to.be.within(0, 1)
        expect(judgement.reasons).to.have.length.within(1, 4)
        for (const reason of judgement.reasons)
          expect(SENTENCES[reason]?.(a, other, nearness + 1e-9), reason).to.equal(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is surer the nearer the meanings are, all else being equal', () => {
    fc.assert(
      fc.property(idea, idea, fc.double({ min: 0, max: 0.9, noNaN: true }), (a, b, nearness) => {
        const farther = judge(...near(a, b, nearness)).confidence
        expect(judge(...near(a, b, nearness + 0.1)).confidence).to.be.at.least(farther)
      }),
    )
  })

  it('has no weight against what its signal may mean', () => {
    for (const { weights } of Object.values(WEIGHTS)) {
      for (const [name, weight] of Object.entries(weights) as [SignalName, number][])
        expect(Math.sign(weight) * (SIGNALS[name].sign || Math.sign(weight)), name).to.be.at.least(0)
    }
  })

  it('compares the first 400 letters of titles: those of 200 characters may have 3,600 in their Unicode form NFKC', () => {
    const [one, two] = ['一', '丁'].map((last) => compared(titled(`${'ﷺ'.repeat(198)} ${last}`), [1, 0]))
    const pair = pairOf(one ?? expect.fail(), two ?? expect.fail())
    expect(pair.order).to.be.lessThan(1)
    expect(SIGNALS.titleLetters.of(pair)).to.equal(1)
  })
})
