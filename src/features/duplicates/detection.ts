import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Logger } from 'pino'
import { dot, ideaVector } from '../../platform/embeddings/vectors.ts'
import { PASSAGE_LABELS } from '../indexing/schema.ts'
import type { SearchFeature } from '../search/feature.ts'
import { judge } from './judge.ts'
import type { EmbedIdea } from './embedding-similarity.ts'
import type { Review } from './review.ts'
import { thresholdOf } from './schema.ts'
import type { DuplicateStore, Finding, Passages, SubjectRow } from './store.ts'
import type { IdeaText } from './text.ts'

type Sample = Parameters<SearchFeature['candidates']>[0]

/** What detection is made of. */
export type DetectionDependencies = Readonly<{
  store: DuplicateStore
  /** Those of the indexes that live, the one that answers searches first. */
  slots: () => Promise<readonly Sample['slot'][]>
  /** Finds ids of other ideas that may be like a sample. */
  find: (sample: Sample) => Promise<number[]>
  /** Undefined while the model for it is not there: then nothing is compared. */
  embedIdea: () => Promise<EmbedIdea | undefined>
  /** A second opinion on what the judge cannot tell; may answer the same judgement. */
  review: Review
  log: Logger
  nextPairId: () => Promise<number>
  nextRelationId: () => Promise<number>
  clock: () => number
}>

/** An idea as it was written, whose passages are in the index. */
export type ComparedVersion = Readonly<{ id: number; version: number }>

type Located = Readonly<{ slot: Sample['slot']; subject: SubjectRow }>
/** `meaning` is the cosine of what the comparison reads, the title and the beginning of the body. */
type Found = Omit<Finding, 'score' | 'pairId' | 'relationId'> & Readonly<{ meaning: number }>

/** No threshold is lower: of what is less sure, only pairs that are known or that Claude has judged are kept up to date. */
const FLOOR = 0.5
/** Of the body, to look for others by words. */
const WORDS_OF_BODY = 200

/** Compares an idea with those of its user that may be the same, and keeps what it finds. */
export function createDetection(deps: DetectionDependencies) {
  const { store, review, clock } = deps

  /** The idea in the first index that has passages of it; an index that loses its model has none of what is new. */
  const locate = async ({ id, version }: ComparedVersion): Promise<Located | undefined> => {
    for (const slot of await deps.slots()) {
      const subject = await store.subject(id, version, PASSAGE_LABELS[slot])
      if (subject !== undefined && subject.idea.passages.length > 0) return { slot, subject }
    }
    return undefined
  }

  const candidatesOf = async ({ slot, subject: { idea, known, decided } }: Located) => {
    const { id, userId, passages } = idea
    const sample = { ideaId: id, userId, slot, passages: passages.length, text: wordsOf(idea) }
    const near = await deps.find({ ...sample, vectors: vectorsOf(passages) })
    const settled = new Set([id, ...decided])
    const wanted = [...new Set([...known, ...near])].filter((other) => !settled.has(other))
    return wanted.length === 0 ? [] : store.candidates(userId, wanted)
  }

  const compare = async (embedIdea: EmbedIdea, located: Located): Promise<Found[]> => {
    const { idea, known } = located.subject
    const candidates = await candidatesOf(located)
    if (candidates.length === 0) return []
    const own = { idea, vectors: await embedIdea(idea) }
    deps.log.debug({ userId: idea.userId, ideaId: idea.id, others: candidates.length }, 'compared')
    const threshold = thresholdOf(await store.settings(idea.userId))
    const compared: Found[] = []
    for (const other of candidates) {
      // Long texts take milliseconds each.
      await yieldToEventLoop()
      const vectors = await embedIdea(other)
      const judgement = judge(own, { idea: other, vectors })
      const reviewed = await review(idea.userId, idea, other, judgement, threshold)
      const { confidence, reasons } = reviewed
      // What Claude has judged is kept, so that it is not asked again.
      const isKept = reviewed !== judgement || confidence >= FLOOR
      if (!isKept && !known.includes(other.id)) continue
      const meaning = dot(own.vectors.whole, vectors.whole)
      compared.push({ otherId: other.id, otherHash: other.contentHash, confidence, reasons, meaning })
    }
    return compared
  }

  const findingsOf = async ({ slot, subject }: Located, compared: readonly Found[]): Promise<Finding[]> => {
    const { userId, passages } = subject.idea
    const ids = compared.map(({ otherId }) => otherId)
    const ofOthers = await store.passages(userId, ids, PASSAGE_LABELS[slot])
    const vector = ideaVector(passages)
    const findings: Finding[] = []
    for (const { meaning, ...one } of compared) {
      // One that words brought here may have no passages.
      const others = ofOthers.get(one.otherId) ?? []
      const cosine = others.length === 0 ? meaning : dot(vector, ideaVector(others))
      const score = Math.min(1, Math.max(0, cosine))
      const [pairId, relationId] = await Promise.all([deps.nextPairId(), deps.nextRelationId()])
      findings.push({ ...one, score, pairId, relationId })
    }
    return findings
  }

  return {
    /** May be repeated. @throws Problem `service_unavailable`; EmbeddingsUnavailable */
    async detect({ id, version }: ComparedVersion): Promise<void> {
      const embedIdea = await deps.embedIdea()
      const located = embedIdea && (await locate({ id, version }))
      if (embedIdea === undefined || located === undefined) return
      const compared = await compare(embedIdea, located)
      if (compared.length === 0) return
      const findings = await findingsOf(located, compared)
      const { userId } = located.subject.idea
      await store.write({ userId, idempotency: undefined }, async (tx) => {
        const now = clock()
        // As it is now: it may have been changed meanwhile.
        const threshold = thresholdOf(await store.settings(userId, tx))
        const marks = await store.record(tx, { userId, ideaId: id, version, findings, threshold, now })
        await store.mark(tx, userId, marks, now)
      })
    },
  }
}

/** The whole, and where an idea is long its beginning, which others may have as a title. */
function vectorsOf(passages: Passages): number[][] {
  const [first] = passages
  return passages.length > 1 && first !== undefined
    ? [ideaVector(passages), first.embedding]
    : [ideaVector(passages)]
}

function wordsOf({ title, body }: IdeaText): string {
  return `${title} ${body.slice(0, WORDS_OF_BODY)}`
}
