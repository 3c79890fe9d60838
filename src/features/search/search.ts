import type { Actor } from '../actor.ts'
import { EmbeddingsAway } from '../embeddings/embedder.ts'
import { presentIdea } from '../ideas/present.ts'
import { Problem } from '../problems.ts'
import { tagKey } from '../tags/schema.ts'
import { fuse, type Hit } from './fusion.ts'
import { findByWords, type Among, type Part } from './keyword.ts'
import { atMost, findByMeaning, lookAround, scanBeside, type Meaning, type Window } from './meaning.ts'
import type { FoundIdea, SearchAnswer, SearchIdeas, SearchMode } from './schema.ts'
import { snippetOf } from './snippet.ts'
import type { FoundRow, SearchStore, Slot } from './store.ts'
import { termsOf, type Term } from './words.ts'

/** The vector index that answers now, and how a query becomes a vector of it. */
export type QueryVectors = Readonly<{
  slot: Slot
  /** @throws EmbeddingsAway */
  embedQuery(text: string): Promise<number[]>
}>

type Dependencies = Readonly<{
  store: SearchStore
  /** Nothing while there is no index. */
  queryVectors: () => Promise<QueryVectors | undefined>
  /** Resolves when the user has no pending embeddings, and after a second at the latest. */
  settled: (userId: string) => Promise<void>
}>

type Found = Readonly<{ type: SearchMode; hits: Hit[]; slot: Slot }>
type Asked = Readonly<{
  text: string
  mode: SearchMode | undefined
  among: Among
  terms: readonly Term[]
  part: Part
}>

/** How many of the ideas that were found by their words take part in the fusion. */
const FUSED = 200
const RETRY_AFTER_MS = 2_000
/** More ideas than an account has. */
const EVERYTHING = 1_000_000

/** Finds ideas by their words, by their meaning, or by both. */
export function createSearch({ store, queryVectors, settled }: Dependencies) {
  return {
    /** @throws Problem `embeddings_unavailable` when only the meaning is asked for and cannot be had */
    async find({ userId }: Actor, query: SearchIdeas): Promise<SearchAnswer> {
      const { mode, status = null, tag, limit, offset } = query
      const text = query.q ?? query.query ?? ''
      const tagKeys = [...new Set(tag.map(tagKey))]
      const terms = termsOf(text)
      const among = { userId, status, tagKeys }
      const { type, hits, slot } = await look({ text, mode, among, terms, part: { offset, limit } })
      const results = await present(userId, hits, terms, slot)
      return { search_type: type, results, ...(query.query === undefined ? {} : { ideas: results }) }
    },
  }

  async function look(asked: Asked): Promise<Found> {
    const meaning = asked.mode === 'keyword' ? undefined : await meaningOf(asked)
    if (meaning === undefined) return byWords(asked)
    try {
      return await byBest(asked, meaning)
    } catch (error) {
      if (error instanceof Problem) throw error
      // The index may have given way to that of another model meanwhile.
      const next = await meaningOf(asked)
      if (next === undefined || next.slot === meaning.slot) throw error
      return byBest(asked, next)
    }
  }

  async function meaningOf({ among, text, mode }: Asked): Promise<Meaning | undefined> {
    let retryAfterMs = RETRY_AFTER_MS
    try {
      const vectors = await queryVectors()
      if (vectors !== undefined) {
        const [vector] = await Promise.all([vectors.embedQuery(text), settled(among.userId)])
        return { slot: vectors.slot, vector }
      }
    } catch (error) {
      if (!(error instanceof EmbeddingsAway)) throw error
      retryAfterMs = error.retryAfterMs ?? RETRY_AFTER_MS
    }
    const retryAfterS = Math.ceil(retryAfterMs / 1_000)
    if (mode === 'semantic') throw new Problem('embeddings_unavailable', {}, { retryAfterS })
    return undefined
  }

  async function byWords({ among, terms, part }: Asked): Promise<Found> {
    const found = await findByWords(store, among, terms, part)
    const hits = found.map((hit): Hit => ({ ...hit, matched: ['keyword'], position: null }))
    return { type: 'keyword', hits, slot: 'a' }
  }

  async function byBest(asked: Asked, meaning: Meaning): Promise<Found> {
    const { mode } = asked
    const { slot } = meaning
    const window = await lookAround(store, asked.among, meaning)
    if (window.isEmpty && mode !== 'semantic') return byWords(asked)
    if (mode === 'hybrid') return { type: 'hybrid', hits: await byBoth(asked, meaning, window), slot }
    const found = await findByMeaning(store, asked.among, meaning, window, asked.part)
    return { type: 'semantic', hits: found.map((hit): Hit => ({ ...hit, matched: ['semantic'] })), slot }
  }

  /** What the fixed windows hold is fused; everything else follows, fused as well, when a page lies that deep. */
  async function byBoth({ among, terms, part }: Asked, meaning: Meaning, window: Window): Promise<Hit[]> {
    const words = await findByWords(store, among, terms, { offset: 0, limit: FUSED })
    const head = fuse(words, window.ideas, window.floor)
    const end = part.offset + part.limit
    const isComplete = window.isComplete && words.length < FUSED
    if (isComplete || head.length >= end) return head.slice(part.offset, end)
    const known = new Set(head.map(({ id }) => id))
    const everyWord = await findByWords(store, among, terms, { offset: 0, limit: EVERYTHING })
    const rest = fuse(
      everyWord.filter(({ id }) => !known.has(id)),
      await scanBeside(store, among, meaning, [...known]),
      0,
    )
    return [...head, ...rest.map(atMost(head.at(-1)?.score))].slice(part.offset, end)
  }

  async function present(
    userId: string,
    hits: readonly Hit[],
    terms: readonly Term[],
    slot: Slot,
  ): Promise<FoundIdea[]> {
    if (hits.length === 0) return []
    const places = hits.map(({ id, position }) => ({ id, position }))
    const rows = new Map((await store.page({ userId, slot, hits: places })).map((row) => [row.idea.id, row]))
    return hits.flatMap((hit) => {
      const row = rows.get(hit.id)
      return row === undefined ? [] : [found(hit, row, terms)]
    })
  }
}
export type Search = ReturnType<typeof createSearch>

function found({ score, matched }: Hit, { idea, passage }: FoundRow, terms: readonly Term[]): FoundIdea {
  return { ...presentIdea(idea), score, matched, snippet: snippetOf(passage, idea, terms) }
}
