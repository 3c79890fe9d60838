import { z } from 'zod'
import { PASSAGE_LABELS, PassageLabel } from '../graph-names.ts'
import type { Graph } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { IdeaRow } from '../ideas/present.ts'
import { IdeaStatus } from '../ideas/schema.ts'

const FoundRow = z.strictObject({
  idea: IdeaRow,
  passage: z.string().nullable(),
})
/** An idea of a page, and the text of the passage by which it was found. */
export type FoundRow = z.infer<typeof FoundRow>

const owner = { userId: z.string() }
const filter = { status: IdeaStatus.nullable(), tagKeys: z.array(z.string()) }
const page = { offset: int, limit: int }
const Lucene = z.string().meta({ example: 'userId:"nobody"' })
const vector = z.array(z.number()).meta({ example: [1, 0] })
const Place = z.strictObject({ id: z.int(), score: z.number(), position: z.int() })
const Nearest = z.strictObject({ seen: z.int(), last: z.number().nullable(), ideas: z.array(Place) })
/** What a window of the vector index shows. */
export type Nearest = z.infer<typeof Nearest>

const nearest = { ...owner, ...filter, vector, window: int }

/** The statements of searches that need nothing but the migrated database. */
export const searchQueries = {
  keyword: defineQuery(
    'search/keyword.cypher',
    {
      ...owner,
      ...filter,
      ...page,
      index: z.enum(['idea_stems', 'idea_words']).meta({ example: 'idea_stems' }),
      any: z.array(Lucene),
      all: z.array(Lucene),
    },
    z.strictObject({ id: z.int(), score: z.number() }),
  ),
  similar: defineQuery(
    'search/similar.cypher',
    { ...owner, id: int, any: z.array(Lucene), window: int, limit: int },
    z.strictObject({ id: z.int() }),
  ),
  scan: defineQuery(
    'search/scan.cypher',
    {
      ...owner,
      ...filter,
      ...page,
      vector,
      label: PassageLabel,
      known: z.array(int),
    },
    Place,
  ),
  page: defineQuery(
    'search/page.cypher',
    {
      ...owner,
      hits: z.array(z.object({ id: int, position: int.nullable() })),
      label: PassageLabel,
    },
    FoundRow,
  ),
}

/** The statements that need the vector index of their slot. */
export const vectorQueries = {
  a: defineQuery('search/nearest-a.cypher', nearest, Nearest),
  b: defineQuery('search/nearest-b.cypher', nearest, Nearest),
}

/** Which of the two vector indexes answers. */
export type Slot = keyof typeof vectorQueries

type Params<Name extends keyof typeof searchQueries> = z.input<(typeof searchQueries)[Name]['params']>
type BySlot<P> = Omit<P, 'label'> & Readonly<{ slot: Slot }>

/** The graph as the search feature uses it. */
export function createSearchStore(graph: Graph) {
  return {
    keyword: async (params: Params<'keyword'>) => graph.read(searchQueries.keyword, params),
    similar: async (params: Params<'similar'>): Promise<number[]> =>
      (await graph.read(searchQueries.similar, params)).map(({ id }) => id),
    nearest: async ({ slot, ...params }: BySlot<z.input<typeof vectorQueries.a.params>>): Promise<Nearest> =>
      (await graph.read(vectorQueries[slot], params))[0] ?? { seen: 0, last: null, ideas: [] },
    scan: async ({ slot, ...params }: BySlot<Params<'scan'>>) =>
      graph.read(searchQueries.scan, { ...params, label: PASSAGE_LABELS[slot] }),
    page: async ({ slot, ...params }: BySlot<Params<'page'>>): Promise<FoundRow[]> =>
      graph.read(searchQueries.page, { ...params, label: PASSAGE_LABELS[slot] }),
  }
}
export type SearchStore = ReturnType<typeof createSearchStore>
