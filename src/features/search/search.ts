import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Actor } from '../../platform/auth/actor.ts'
import { EmbeddingsUnavailable } from '../../platform/embeddings/embedder.ts'
import { presentIdea } from '../ideas/present.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import { Problem } from '../../platform/problems.ts'
import { tagKey } from '../tags/schema.ts'
import { fuse, restHit, type Hit } from './fusion.ts'
import { findByKeyword, wordsOf, type IdeaFilter, type KeywordHit, type Slice } from './keyword.ts'
import { atMost, findBeyond, readWindow, type QueryVector, type Window } from './semantic.ts'
import type { FoundIdea, SearchAnswer, SearchIdeas, SearchMode } from './schema.ts'
import { snippetOf } from './snippet.ts'
import type { FoundRow, SearchStore } from './store.ts'
import { termsOf, type Term } from './query-terms.ts'

type Dependencies = Pick<IndexingFeature, 'queryVectors' | 'settled'> & Readonly<{ store: SearchStore }>

type QueryEmbedder = NonNullable<Awaited<ReturnType<Dependencies['queryVectors']>>>
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
export function createSearch(deps: Dependencies) {
  const { store, queryVectors } = deps
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
    if (request.mode === 'keyword') return byWords(request)
    let index = (await queryVectors()) ?? (request.mode === 'semantic' ? await queryVectors(true) : undefined)
    while (index !== undefined) {
      try {
        return await byMode(request, index)
      } catch (error) {
        if (error instanceof Problem) throw error
        // Another one may be active meanwhile.
        const next = await queryVectors(true)
        if (next?.id === index.id) {
          if (error instanceof EmbeddingsUnavailable) return withoutModel(request, error.retryAfterMs)
          throw error
        }
        index = next
      }
    }
    return withoutModel(request)
  }

  async function withoutModel(request: SearchRequest, retryAfterMs = RETRY_AFTER_MS): Promise<Found> {
    if (request.mode !== 'semantic') return byWords(request)
    throw new Problem('embeddings_unavailable', {}, { retryAfterS: Math.ceil(retryAfterMs / 1_000) })
  }

  async function byWords({ filter, terms, slice }: SearchRequest): Promise<Found> {
    const found = await findByKeyword(store, filter, terms, { ...slice, whole: true })
    const hits = found.map(({ id, score }): Hit => ({ id, score, matched: ['keyword'], position: null }))
    const rows = found.flatMap(({ idea }) => (idea === null ? [] : [{ idea, passage: null }]))
    return { type: 'keyword', hits, rows }
  }

  async function byMode(request: SearchRequest, { embedQuery, ...index }: QueryEmbedder): Promise<Found> {
    const { mode, filter, text, slice } = request
    const queryVector = { ...index, vector: await embedQuery(text, filter.userId) }
    if (mode === 'hybrid') return byBoth(request, queryVector)
    const window = await readWindow(deps, filter, queryVector, slice)
    if (window.isEmpty && mode !== 'semantic') return byWords(request)
    const matched: Hit['matched'] = ['semantic']
    if (window.isComplete || window.page.length === slice.limit) {
      const hits = window.page.map(({ idea: { id }, score }) => ({ id, score, matched, position: null }))
      return { type: 'semantic', hits, rows: window.page }
    }
    const found = await findBeyond(store, filter, queryVector, window, slice)
    const hits = found.map((hit) => ({ ...hit, matched }))
    return { type: 'semantic', hits, rows: await rowsOf(filter, queryVector, hits) }
  }

  async function byBoth(request: SearchRequest, queryVector: QueryVector): Promise<Found> {
    const { filter, terms } = request
    const [window, words] = await Promise.all([
      readWindow(deps, filter, queryVector),
      findByKeyword(store, filter, terms, { offset: 0, limit: FUSED, whole: false }),
    ])
    if (window.isEmpty) return byWords(request)
    const hits = await byFusion(request, queryVector, words, window)
    return { type: 'hybrid', hits, rows: await rowsOf(filter, queryVector, hits) }
  }

  /** Fuses fixed windows of both searches; everything else follows, by meaning alone. */
  async function byFusion(
    { filter, terms, slice }: SearchRequest,
    { slot, vector }: QueryVector,
    words: readonly KeywordHit[],
    window: Window,
  ): Promise<Hit[]> {
    const head = fuse(words, window.ideas, window.floor)
    const end = slice.offset + slice.limit
    const page = head.slice(slice.offset, end)
    const isComplete = window.isComplete && words.length < FUSED
    if (isComplete || head.length >= end) return page
    const rest = await store.rest({
      ...filter,
      slot,
      vector,
      ...wordsOf(filter.userId, terms),
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
    await yieldToEventLoop()
  }
  return results
}
