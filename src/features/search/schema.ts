import { z } from 'zod'
import { Page, text } from '../../platform/schema.ts'
import { Idea, ListIdeas } from '../ideas/schema.ts'

/** The search mode: by words, by meaning, or both. */
export const SearchMode = z.enum(['keyword', 'semantic', 'hybrid']).meta({ id: 'SearchMode' })
export type SearchMode = z.infer<typeof SearchMode>

/** Limits of a search. */
export const SEARCH_LIMITS = {
  /** Length of a query, code points. */
  queryLength: 8_000,
  /** Distinct words of a query that are searched; further ones are ignored. */
  words: 100,
  /** Of these, words of unspaced scripts that are also searched inside longer words, by a scan of the index's words each. */
  wordsInside: 16,
}

const query = text({ min: 1, max: SEARCH_LIMITS.queryLength, trim: true })

/** The query of GET /ideas/search. */
export const SearchIdeas = z
  .object({
    q: query.optional().meta({
      description: 'What is looked for; the last word may be only begun; required unless `query` is given',
    }),
    query: query.optional().meta({ description: 'The same as `q`; the answer has `ideas`, too' }),
    mode: SearchMode.optional().meta({
      description: 'Without it: semantic, and keyword while that cannot be had',
    }),
    status: ListIdeas.shape.status,
    tag: ListIdeas.shape.tag,
    ...Page,
  })
  .refine(({ q, query }) => q !== undefined || query !== undefined, {
    path: ['q'],
    error: 'is required',
    when: () => true,
  })
export type SearchIdeas = z.infer<typeof SearchIdeas>

/** A search result. */
export const FoundIdea = Idea.extend({
  score: z.number().min(0).max(1),
  matched: z
    .array(z.enum(['keyword', 'semantic']))
    .meta({ description: 'By what it was found: its words, its meaning, or both' }),
  snippet: z.string().meta({ description: 'The best passage as plain text, at most about 300 characters' }),
}).meta({ id: 'FoundIdea' })
export type FoundIdea = z.infer<typeof FoundIdea>

/** The answer of GET /ideas/search. */
export const SearchAnswer = z
  .object({
    search_type: SearchMode.meta({ description: 'The mode that was used' }),
    results: z.array(FoundIdea),
    ideas: z
      .array(FoundIdea)
      .optional()
      .meta({ description: 'The same as `results`, when `query` was given' }),
  })
  .meta({ id: 'SearchAnswer' })
export type SearchAnswer = z.infer<typeof SearchAnswer>
