import { z } from 'zod'
import { PASSAGE_LABELS, PassageLabel } from '../indexing/schema.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int, planAtStart } from '../../platform/graph/query.ts'
import { positional } from '../../platform/schema.ts'
import { IdeaRow } from '../ideas/present.ts'
import { IdeaStatus } from '../ideas/schema.ts'

const query = queriesIn('search')

const FoundRow = z.strictObject({ idea: IdeaRow, passage: z.string().nullable() })
/** An idea of a page, and the text of its matching passage. */
export type FoundRow = z.infer<typeof FoundRow>

const owner = { userId: z.string() }
const filter = { status: IdeaStatus.nullable(), tagKeys: z.array(z.string()) }
const page = { offset: int, limit: int }
const vector = z.array(z.number())
/** The masks of words, as of `maskQueries`, and the query for those that begin with one that is only begun. */
const words = {
  index: z.enum(['idea_terms', 'idea_words']),
  masks: z.array(z.string()),
  begun: z.object({ word: int, longer: z.string() }).nullable(),
}
const ScoredPassage = z.strictObject({ id: z.int(), score: z.number(), position: z.int() })
const Nearest = z.strictObject({
  active: z.string().nullable(),
  isPending: z.boolean(),
  seen: z.int(),
  last: z.number().nullable(),
  page: z.array(FoundRow.extend({ score: z.number() })),
  ideas: z.array(positional(ScoredPassage)),
})
/** A window of the vector index; with a full page of its ideas, or with the id, score and passage of all of them. */
export type Nearest = z.infer<typeof Nearest>

const RestRow = ScoredPassage.extend({ position: z.int().nullable(), holdsWords: z.boolean() })
/** An idea beyond the windows of hybrid search; without a passage its score is the lowest. */
export type RestRow = z.infer<typeof RestRow>

const nearest = { ...owner, ...filter, ...page, vector, window: int, lately: int }
/** Later than any write. */
const NO_WRITES = Number.MAX_SAFE_INTEGER

/** The statements that need only a migrated database. */
export const searchQueries = {
  keyword: query(
    'keyword',
    { ...owner, ...filter, ...page, ...words, size: int, whole: z.boolean() },
    z.strictObject({ id: z.int(), score: z.number(), coverage: z.number(), idea: IdeaRow.nullable() }),
  ),
  formless: query(
    'formless',
    { limit: int },
    z.strictObject({ id: z.int(), title: z.string(), body: z.string(), contentHash: z.string() }),
  ),
  storeForms: query(
    'store-forms',
    { rows: z.array(z.object({ id: int, contentHash: z.string(), forms: z.string().nullable() })) },
    column('stored', z.int()),
  ),
  similar: query(
    'similar',
    { ...owner, id: int, words: z.array(z.string()), window: int, limit: int },
    column('id', z.int()),
  ),
  scan: query(
    'scan',
    {
      ...owner,
      ...filter,
      ...page,
      vector,
      label: PassageLabel,
      known: z.array(int),
    },
    ScoredPassage,
  ),
  rest: query(
    'rest',
    {
      ...owner,
      ...filter,
      ...page,
      vector,
      ...words,
      label: PassageLabel,
      known: z.array(int),
    },
    RestRow,
  ),
  page: query(
    'page',
    { ...owner, hits: z.array(z.object({ id: int, position: int.nullable() })), label: PassageLabel },
    FoundRow,
  ),
}

/** The statements that need the vector index of a slot. */
export const vectorQueries = {
  a: query('nearest-a', nearest, Nearest),
  b: query('nearest-b', nearest, Nearest),
}

// Those of a usual search: few others take as long to plan. That of slot b needs an index which is there only after a change of model.
const { keyword, similar } = searchQueries
planAtStart({ keyword, nearest: vectorQueries.a, page: searchQueries.page, similar }, 'alone')

/** One of the two vector indexes. */
export type Slot = keyof typeof vectorQueries

type Params<Name extends keyof typeof searchQueries> = z.input<(typeof searchQueries)[Name]['params']>
type BySlot<P> = Omit<P, 'label'> & Readonly<{ slot: Slot }>
type OfNearest = z.input<typeof vectorQueries.a.params>
type Optional = 'offset' | 'limit' | 'lately'
type NearestParams = Readonly<{ slot: Slot }> & Omit<OfNearest, Optional> & Partial<Pick<OfNearest, Optional>>

/** Repository of searches. */
export function createSearchStore(graph: Graph) {
  return {
    /** Ids and scores; with `whole` the ideas too. */
    keyword: async (params: Params<'keyword'>) => graph.read(searchQueries.keyword, params),
    formless: async (limit: number) => graph.read(searchQueries.formless, { limit }),
    storeForms: async (rows: Params<'storeForms'>['rows']) =>
      graph.change(searchQueries.storeForms, { rows }),
    similar: async (params: Params<'similar'>) => graph.read(searchQueries.similar, params),
    /** Without a slice no page is read; without `lately` nothing is pending. */
    nearest: async ({ slot, ...params }: NearestParams): Promise<Nearest> => {
      const slice = { offset: params.window, limit: 1 }
      const found = await first(graph.read, vectorQueries[slot], { lately: NO_WRITES, ...slice, ...params })
      if (found === undefined) throw new Error('an aggregation returned no row')
      return found
    },
    scan: async ({ slot, ...params }: BySlot<Params<'scan'>>) =>
      graph.read(searchQueries.scan, { ...params, label: PASSAGE_LABELS[slot] }),
    rest: async ({ slot, ...params }: BySlot<Params<'rest'>>) =>
      graph.read(searchQueries.rest, { ...params, label: PASSAGE_LABELS[slot] }),
    page: async ({ slot, ...params }: BySlot<Params<'page'>>): Promise<FoundRow[]> =>
      graph.read(searchQueries.page, { ...params, label: PASSAGE_LABELS[slot] }),
  }
}
export type SearchStore = ReturnType<typeof createSearchStore>
