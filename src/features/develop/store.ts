import { z } from 'zod'
import { EdgeType } from '../graph-names.ts'
import type { Graph, Statements } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'
import { ProviderName } from '../providers/provider.ts'

const Neighbour = z.strictObject({
  type: EdgeType,
  /** Whether the relation goes from the idea to its neighbour. */
  isSource: z.boolean(),
  note: z.string().nullable(),
  title: z.string(),
  status: z.string(),
  body: z.string(),
})
/** An idea that another is related to. */
export type Neighbour = z.infer<typeof Neighbour>

const Material = z.strictObject({
  title: z.string(),
  body: z.string(),
  status: z.string(),
  tags: z.array(z.string()),
  links: z.array(z.strictObject({ url: z.string(), title: z.string().nullable() })),
  neighbours: z.array(Neighbour),
})
/** What a specification is made from. */
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

/** Every statement about specifications. */
export const developQueries = {
  material: defineQuery(
    'develop/material.cypher',
    { ...idea, most: int, bodyStart: int },
    z.strictObject({ material: Material }),
  ),
  create: defineQuery(
    'develop/create.cypher',
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
    z.strictObject({ id: z.int() }),
  ),
  list: defineQuery(
    'develop/list.cypher',
    idea,
    z.strictObject({ specifications: z.array(SpecificationRow) }),
  ),
}

/** Neighbours and links that a specification may be made from, and specifications that are kept of an idea. */
const MOST = 40
const MOST_KEPT = 20
/** Of a neighbour's body, in characters: more than what is shown of it, so that it shows where it was cut. */
const BODY_START = 601

/** The graph as the develop feature uses it. */
export function createDevelopStore({ read, write, rehearse }: Pick<Graph, 'read' | 'write' | 'rehearse'>) {
  return {
    write,
    rehearse,
    material: async (userId: string, ideaId: number): Promise<Material | undefined> =>
      (await read(developQueries.material, { userId, ideaId, most: MOST, bodyStart: BODY_START }))[0]
        ?.material,
    /** False when the idea is gone. */
    create: async (
      tx: Statements,
      specification: Omit<z.input<typeof developQueries.create.params>, 'most'>,
    ): Promise<boolean> =>
      (await tx.run(developQueries.create, { ...specification, most: MOST_KEPT })).length > 0,
    list: async (userId: string, ideaId: number): Promise<SpecificationRow[] | undefined> =>
      (await read(developQueries.list, { userId, ideaId }))[0]?.specifications,
  }
}
export type DevelopStore = ReturnType<typeof createDevelopStore>
