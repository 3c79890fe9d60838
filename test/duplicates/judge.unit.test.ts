import { expect } from 'chai'
import fc from 'fast-check'
import type { IdeaText } from '../../src/duplicates/features.ts'
import { DEFAULT_THRESHOLD, judge } from '../../src/duplicates/judge.ts'
import { WEIGHTS } from '../../src/duplicates/weights.ts'
import { SIGNAL_NAMES, SIGNALS } from '../../src/duplicates/signals.ts'

const titled = (title: string, body = ''): IdeaText => ({ title, body })
/** As a model has it that finds the words as alike as the whole. */
const like = (meaning: number) => ({ meaning, covered: meaning })
const says = (a: string, b: string, meaning: number) => judge(titled(a), titled(b), like(meaning))

/** However alike the vectors are: these are two ideas, and one of the reasons says why. */
const DIFFERENT: readonly (readonly [a: string, b: string, reason: RegExp])[] = [
  ['Report SR-2023-052', 'Report SR-2023-053', /^the numbers differ: /],
  ['Release notes for version 2.4', 'Release notes for version 2.5', /^the numbers differ: 2\.4 and 2\.5$/],
  ['Import from Trello', 'Import from Jira', /one is about (Trello|Jira)/],
  ['Paint the kitchen', 'Paint the bathroom', /one is about (the )?(kitchen|bathroom)/],
  ['Add dark mode', 'Remove dark mode', /what the other wants|one says/],
  ['Open the window at night', 'Close the window at night', /one says (Open|Close), the other/],
]

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(fc.constantFrom('dark', 'mode', 'no', '2', 'v2', 'Trello', 'Jira', '検索', 'löschen', ':', '-'), {
      maxLength: 30,
    })
    .map((words) => words.join(' ')),
)
const idea = fc.record({ title: text, body: text })

describe('The judge of duplicates', () => {
  for (const [a, b, reason] of DIFFERENT) {
    it(`tells “${a}” from “${b}”`, () => {
      const { confidence, reasons } = says(a, b, 0.95)
      expect(confidence).to.be.below(DEFAULT_THRESHOLD)
      expect(reasons.some((one) => reason.test(one))).to.equal(true, reasons.join('; '))
    })
  }

  it('takes the same text for the same idea, and reasons with it', () => {
    const same = titled('A dark theme', 'White screens hurt at night.')
    const { confidence, reasons } = judge(same, { ...same }, like(1))
    expect(confidence).to.be.above(0.95)
    expect(reasons).to.include('much the same meaning')
  })

  it('forgives spelling and order', () => {
    expect(
      says('Reminders for overdue invoices', 'remindrs for overdue invioces', 0.8).confidence,
    ).to.be.above(0.5)
    expect(says('Tag ideas by voice', 'By voice: tag ideas', 0.9).confidence).to.be.above(0.5)
  })

  it('does not take generic titles for a reason', () => {
    const [a, b] = [titled('Ideas', 'Plant trees along the road'), titled('Ideas', 'A cheaper printer')]
    expect(judge(a, b, like(0.3)).confidence).to.be.below(0.2)
  })

  it('says the same of two ideas in either order, between 0 and 1, with at most four reasons', () => {
    fc.assert(
      fc.property(idea, idea, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, meaning) => {
        const one = judge(a, b, like(meaning))
        expect(judge(b, a, like(meaning))).to.deep.equal(one)
        expect(one.confidence).to.be.within(0, 1)
        expect(one.reasons).to.have.length.of.at.most(4)
        expect(new Set(one.reasons).size).to.equal(one.reasons.length)
      }),
    )
  })

  it('is surer the nearer the meanings are, all else being equal', () => {
    fc.assert(
      fc.property(idea, idea, fc.double({ min: 0, max: 0.9, noNaN: true }), (a, b, meaning) => {
        expect(judge(a, b, like(meaning + 0.1)).confidence).to.be.at.least(
          judge(a, b, like(meaning)).confidence,
        )
      }),
    )
  })

  it('has no weight against what its signal means', () => {
    for (const name of SIGNAL_NAMES) {
      const { direction } = SIGNALS[name]
      expect(Math.sign(WEIGHTS[name].weight) * direction).to.be.at.least(0, name)
    }
  })
})
