import { setImmediate as requestsServed } from 'node:timers/promises'
import type { Actor } from '../../platform/auth/actor.ts'
import { EmbeddingsUnavailable } from '../../platform/embeddings/embedder.ts'
import { presentIdea } from '../ideas/present.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import { Problem } from '../../platform/problems.ts'
import { tagKey } from '../tags/schema.ts'
import { fuse, restHit, type Hit } from './fusion.ts'
import { findByKeyword, wordsOf, type IdeaFilter, type KeywordHit, type Slice } from './keyword.ts'
import { atMost, findByMeaning, readWindow, type QueryVector, type Window } from './meaning.ts'
import type { FoundIdea, SearchAnswer, SearchIdeas, SearchMode } from './schema.ts'
import { snippetOf } from './snippet.ts'
import type { FoundRow, SearchStore } from './store.ts'
import { termsOf, type Term } from './words.ts'

type Dependencies = Pick<IndexingFeature, 'queryVectors' | 'settled'> & Readonly<{ store: SearchStore }>

type Found = Readonly<{ type: SearchMode; hits: readonly Hit[]; rows: readonly FoundRow[] }>
type SearchRequest = Readonly<{
  text: string
  mode: SearchMode | undefined
  filter: IdeaFilter
  terms: readonly Term[]
  slice: Slice
}>

/** Number of keyword results that are fused. */
const FUSED = 200
const RETRY_AFTER_MS = 2_000

/** Keyword, semantic and hybrid search. */
export function createSearch({ store, queryVectors, settled }: Dependencies) {
  return {
    /** @throws Problem `embeddings_unavailable` when the mode is `semantic` and there are no embeddings */
    async find({ userId }: Actor, query: SearchIdeas): Promise<SearchAnswer> {
      const { mode, status = null, tag, limit, offset } = query
      const text = query.q ?? query.query ?? ''
      const tagKeys = [...new Set(tag.map(tagKey))]
      const terms = termsOf(text)
      const filter = { userId, status, tagKeys }
      const found = await run({ text, mode, filter, terms, slice: { offset, limit } })
      const results = await present(found, terms)
      return { search_type: found.type, results, ...(query.query === undefined ? {} : { ideas: results }) }
    },
  }

  async function run(request: SearchRequest): Promise<Found> {
    const queryVector = request.mode === 'keyword' ? undefined : await queryVectorOf(request)
    if (queryVector === undefined) return byWords(request)
    try {
      return await byMode(request, queryVector)
    } catch (error) {
      if (error instanceof Problem) throw error
      // The index may have been replaced by that of another model meanwhile.
      const next = await queryVectorOf(request)
      if (next === undefined || next.slot === queryVector.slot) throw error
      return byMode(request, next)
    }
  }

  async function queryVectorOf({ filter, text, mode }: SearchRequest): Promise<QueryVector | undefined> {
    let retryAfterMs = RETRY_AFTER_MS
    try {
      const vectors = await queryVectors()
      if (vectors !== undefined) {
        const [vector] = await Promise.all([vectors.embedQuery(text, filter.userId), settled(filter.userId)])
        return { slot: vectors.slot, vector }
      }
    } catch (error) {
      if (!(error instanceof EmbeddingsUnavailable)) throw error
      retryAfterMs = error.retryAfterMs ?? RETRY_AFTER_MS
    }
    const retryAfterS = Math.ceil(retryAfterMs / 1_000)
    if (mode === 'semantic') throw new Problem('embeddings_unavailable', {}, { retryAfterS })
    return undefined
  }

  async function byWords({ filter, terms, slice }: SearchRequest): Promise<Found> {
    const found = await findByKeyword(store, filter, terms, { ...slice, whole: true })
    const hits = found.map(({ id, score }): Hit => ({ id, score, matched: ['keyword'], position: null }))
    const rows = found.flatMap(({ idea }) => (idea === null ? [] : [{ idea, passage: null }]))
    return { type: 'keyword', hits, rows }
  }

  async function byMode(request: SearchRequest, queryVector: QueryVector): Promise<Found> {
    const { mode, filter, terms, slice } = request
    const [window, words] = await Promise.all([
      readWindow(store, filter, queryVector),
      mode === 'hybrid' ? findByKeyword(store, filter, terms, { offset: 0, limit: FUSED, whole: false }) : [],
    ])
    if (window.isEmpty && mode !== 'semantic') return byWords(request)
    if (mode === 'hybrid') {
      const hits = await byFusion(request, queryVector, words, window)
      return { type: 'hybrid', hits, rows: await rowsOf(filter, queryVector, hits) }
    }
    const found = await findByMeaning(store, filter, queryVector, window, slice)
    const hits = found.map((hit): Hit => ({ ...hit, matched: ['semantic'] }))
    return { type: 'semantic', hits, rows: await rowsOf(filter, queryVector, hits) }
  }

  /** Fuses fixed windows of both searches; everything else follows, by meaning alone. */
  async function byFusion(
    { filter, terms, slice }: SearchRequest,
    queryVector: QueryVector,
    words: readonly KeywordHit[],
    window: Window,
  ): Promise<Hit[]> {
    const head = fuse(words, window.ideas, window.floor)
    const end = slice.offset + slice.limit
    const page = head.slice(slice.offset, end)
    const isComplete = window.isComplete && words.length < FUSED
    if (isComplete || head.length >= end) return page
    const queries = wordsOf(filter.userId, terms)
    const rest = await store.rest({
      ...filter,
      ...queryVector,
      index: queries.index,
      words: queries.words.flatMap(({ title, body }) => [title, body]),
      known: head.map(({ id }) => id),
      offset: Math.max(0, slice.offset - head.length),
      limit: slice.limit - page.length,
    })
    return [...page, ...rest.map(restHit).map(atMost(head.at(-1)?.score))]
  }

  async function rowsOf(
    { userId }: IdeaFilter,
    { slot }: QueryVector,
    hits: readonly Hit[],
  ): Promise<FoundRow[]> {
    if (hits.length === 0) return []
    return store.page({ userId, slot, hits: hits.map(({ id, position }) => ({ id, position })) })
  }
}
export type Search = ReturnType<typeof createSearch>

function found({ score, matched }: Hit, { idea, passage }: FoundRow, terms: readonly Term[]): FoundIdea {
  return { ...presentIdea(idea), score, matched, snippet: snippetOf(passage, idea, terms) }
}

async function present({ hits, rows }: Found, terms: readonly Term[]): Promise<FoundIdea[]> {
  const byId = new Map(rows.map((row) => [row.idea.id, row]))
  const results: FoundIdea[] = []
  for (const hit of hits) {
    const row = byId.get(hit.id)
    if (row !== undefined) results.push(found(hit, row, terms))
    // A snippet of a long idea takes milliseconds; other users' requests go between two of them.
    await requestsServed()
  }
  return results
}
