import { z } from 'zod'
import { EdgeType } from '../relations/schema.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, queriesIn, int, type Tx } from '../../platform/graph/query.ts'
import { ProviderName } from '../../platform/llm/schema.ts'

const query = queriesIn('develop')

const Neighbour = z.strictObject({
  type: EdgeType,
  /** Whether the relation goes from the idea to its neighbour. */
  isSource: z.boolean(),
  note: z.string().nullable(),
  title: z.string(),
  status: z.string(),
  body: z.string(),
})
/** A related idea. */
export type Neighbour = z.infer<typeof Neighbour>

const Material = z.strictObject({
  title: z.string(),
  body: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  links: z.array(z.strictObject({ url: z.string(), title: z.string().nullable() })),
  neighbours: z.array(Neighbour),
})
/** The input of a specification. */
export type Material = z.infer<typeof Material>

const SpecificationRow = z.strictObject({
  id: z.string(),
  text: z.string(),
  provider: ProviderName,
  model: z.string(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  createdAt: z.int(),
})
export type SpecificationRow = z.infer<typeof SpecificationRow>

const idea = { userId: z.string(), ideaId: int }

/** The statements on specifications. */
export const developQueries = {
  material: query('material', { ...idea, most: int, bodyStart: int }, column('material', Material)),
  create: query(
    'create',
    {
      ...idea,
      id: z.string(),
      text: z.string(),
      provider: ProviderName,
      model: z.string(),
      inputTokens: int,
      outputTokens: int,
      most: int,
      now: int,
    },
    column('id', z.int()),
  ),
  list: query('list', idea, column('specifications', z.array(SpecificationRow))),
}

/** Maximum numbers of neighbours and links in the input, and of specifications stored per idea. */
const MOST = 40
const MOST_KEPT = 20
/** Characters to read of a neighbour's body: one more than is used, so that truncation can be detected. */
const BODY_START = 601

/** Repository of specifications. */
export function createDevelopStore({ read, write, dryRun }: Pick<Graph, 'read' | 'write' | 'dryRun'>) {
  return {
    write,
    dryRun,
    material: async (userId: string, ideaId: number): Promise<Material | undefined> =>
      first(read, developQueries.material, { userId, ideaId, most: MOST, bodyStart: BODY_START }),
    /** False if the idea was deleted. */
    create: async (
      tx: Tx,
      specification: Omit<z.input<typeof developQueries.create.params>, 'most'>,
    ): Promise<boolean> =>
      (await tx.run(developQueries.create, { ...specification, most: MOST_KEPT })).length > 0,
    list: async (userId: string, ideaId: number) => first(read, developQueries.list, { userId, ideaId }),
  }
}
export type DevelopStore = ReturnType<typeof createDevelopStore>
