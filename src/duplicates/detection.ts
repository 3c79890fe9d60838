import { setImmediate as requestsServed } from 'node:timers/promises'
import type { Alike } from '../embeddings/alike.ts'
import { DuplicateThreshold } from './schema.ts'
import type { Meaning } from './meaning.ts'
import type { Compared, DuplicateStore, Finding } from './store.ts'
import { likenessOf, wholeOf } from './vectors.ts'

/** What two ideas say. */
export type Said = Readonly<{ title: string; body: string }>
/** What is made of two ideas: how probably they are the same, and why. */
export type Verdict = Readonly<{ confidence: number; reasons: readonly string[] }>
/** The index that answers, or is being built as the first one. */
export type Slot = 'a' | 'b'

/** Finds ids of ideas that may be like a sample. */
export type FindCandidates = (
  sample: Readonly<{ userId: string; slot: Slot; vectors: readonly number[][]; text: string }>,
) => Promise<number[]>

/** What detection is made of. */
export type DetectionDependencies = Readonly<{
  store: DuplicateStore
  slot: () => Promise<Slot | undefined>
  find: FindCandidates
  /** Undefined while the model for it is not there: then nothing is compared. */
  meaning: () => Meaning | undefined
  judge: (a: Said, b: Said, model: Alike) => Verdict
  /** A second opinion on what the judge cannot tell; may answer the same verdict. */
  review: (a: Said, b: Said, verdict: Verdict, threshold: number) => Promise<Verdict>
  defaultThreshold: number
  nextPairId: () => Promise<number>
  nextRelationId: () => Promise<number>
  clock: () => number
}>

/** An idea as it was written, whose passages are in the index. */
export type Written = Readonly<{ ideaId: number; version: number }>

const LABELS = { a: 'PassageA', b: 'PassageB' } as const
/** What no threshold shows is not kept. */
const FLOOR = 0.5
/** Of the body, to look for others by words. */
const WORDS_OF_BODY = 200

/** Compares an idea with those of its user that may be the same, and keeps what it finds. */
export function createDetection(deps: DetectionDependencies) {
  const { store, find, judge, review, clock } = deps

  const compare = async (
    meaning: Meaning,
    idea: Compared,
    others: readonly Compared[],
    threshold: number,
  ) => {
    const meanings = await meaning(idea, others)
    const findings: Omit<Finding, 'pairId' | 'relationId'>[] = []
    for (const [at, other] of others.entries()) {
      // Long texts take milliseconds each.
      await requestsServed()
      const model = meanings[at] ?? { meaning: 0, covered: 0 }
      const verdict = await review(idea, other, judge(idea, other, model), threshold)
      const isPending = verdict.confidence >= threshold
      findings.push({
        ...verdict,
        otherId: other.id,
        score: likenessOf(idea.passages, other.passages),
        isPending,
      })
    }
    return findings
  }

  return {
    /** May be repeated. @throws Problem `service_unavailable`; EmbeddingsAway */
    async detect({ ideaId, version }: Written): Promise<void> {
      const [slot, meaning] = [await deps.slot(), deps.meaning()]
      if (slot === undefined || meaning === undefined) return
      const subject = await store.subject(ideaId, version, LABELS[slot])
      if (subject === undefined || subject.idea.passages.length === 0) return
      const { userId, ...idea } = subject.idea
      const ids = await find({ userId, slot, vectors: vectorsOf(idea), text: wordsOf(idea) })
      const known = new Set(subject.known)
      const wanted = [...new Set([...known, ...ids])].filter((id) => id !== ideaId)
      if (wanted.length === 0) return
      const others = await store.candidates(userId, wanted, LABELS[slot])
      const threshold = thresholdOf(subject.settings, deps.defaultThreshold)
      const found = await compare(meaning, idea, others, threshold)
      const kept = found.filter(({ confidence, otherId }) => confidence >= FLOOR || known.has(otherId))
      if (kept.length === 0) return
      const findings: Finding[] = []
      for (const one of kept) {
        const [pairId, relationId] = await Promise.all([deps.nextPairId(), deps.nextRelationId()])
        findings.push({ ...one, pairId, relationId })
      }
      await store.write(
        { userId, once: undefined },
        {
          async apply(tx) {
            const now = clock()
            const marks = await store.record(tx, { userId, ideaId, version, findings, now })
            await store.mark(tx, userId, marks, now)
          },
          recall: async () => undefined,
        },
      )
    },
  }
}
export type Detection = ReturnType<typeof createDetection>

/** The confidence from which on a user wants to see pairs. */
export function thresholdOf(settings: string, defaultThreshold: number): number {
  const { duplicate_threshold: wanted } = JSON.parse(settings) as Record<string, unknown>
  return DuplicateThreshold.safeParse(wanted).data ?? defaultThreshold
}

/** The whole, and where an idea is long its beginning, which others may have as a title. */
function vectorsOf({ passages }: Compared): number[][] {
  const [first] = passages
  return passages.length > 1 && first !== undefined
    ? [wholeOf(passages), first.embedding]
    : [wholeOf(passages)]
}

function wordsOf({ title, body }: Said): string {
  return `${title} ${body.slice(0, WORDS_OF_BODY)}`
}
