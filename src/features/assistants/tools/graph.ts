import { z } from 'zod'
import { Insights } from '../../insights/schema.ts'
import { Edge, GraphMap, MAP_LIMITS, MapPath, Node, PathIdea } from '../../map/schema.ts'
import { IdeaStatus } from '../../ideas/schema.ts'
import { CreateRelation, Relation, RelationType } from '../../relations/schema.ts'
import { TagName } from '../../tags/schema.ts'
import { bounded, Id } from '../../../platform/schema.ts'
import { queryOf, Repeatable, tool, type ToolContext, type Tool } from '../tool.ts'

/** Ideas of a neighbourhood, relations between them, and ideas of a path, at most. */
const MOST = { nodes: 200, edges: 400, path: 100 }

const types = bounded(z.array(RelationType), 20)
  .optional()
  .meta({ description: 'Only relations of these types' })

const relate = tool({
  name: 'relate',
  title: 'Relate two ideas, or remove a relation',
  description:
    'action relate: makes a relation from source_id to target_id (parent: the source is the parent; blocks: the source has to be done first). ' +
    'Relations parent, blocks and supersedes never form a cycle: one that would is refused with the path. action unrelate: removes the relation relation_id.',
  scope: 'ideas:write',
  destructive: true,
  input: z
    .object({
      action: z.enum(['relate', 'unrelate']).default('relate'),
      source_id: Id.optional(),
      target_id: Id.optional(),
      relation_type: CreateRelation.shape.relation_type,
      note: CreateRelation.shape.note,
      relation_id: Id.optional(),
      ...Repeatable,
    })
    .refine(({ action, source_id: id }) => action === 'unrelate' || id !== undefined, {
      path: ['source_id'],
      error: 'is required to relate',
    })
    .refine(({ action, target_id: id }) => action === 'unrelate' || id !== undefined, {
      path: ['target_id'],
      error: 'is required to relate',
    })
    .refine(({ action, relation_id: id }) => action === 'relate' || id !== undefined, {
      path: ['relation_id'],
      error: 'is required to unrelate',
    }),
  argumentOf: { source_idea_id: 'source_id', target_idea_id: 'target_id' },
  output: z.object({ relation: Relation.optional(), removed: Id.optional() }),
  async run({ action, source_id, target_id, relation_type, note, relation_id }, { call }) {
    if (action === 'unrelate') {
      await call('deleteRelation', { params: { id: String(relation_id) } }, z.unknown())
      return { removed: relation_id }
    }
    const body = { source_idea_id: source_id, target_idea_id: target_id, relation_type, note }
    return { relation: (await call('createRelation', { body }, Relation)).body }
  },
})

const neighbourhood = tool({
  name: 'neighbourhood',
  title: 'What surrounds an idea',
  description: `The ideas around one idea, to a depth of relations in either direction, and the first ${MOST.edges} relations between them, nearest first.`,
  scope: 'ideas:read',
  input: z.object({
    id: Id,
    depth: z.int().min(1).max(MAP_LIMITS.depth).default(1),
    types,
    tags: bounded(z.array(TagName), 20).optional().meta({ description: 'Only ideas with one of these tags' }),
    status: bounded(z.array(IdeaStatus), 20).optional().meta({ description: 'Only ideas of one of these' }),
    limit: z.int().min(1).max(MOST.nodes).default(50).meta({ description: 'Maximum number of ideas' }),
  }),
  output: z.object({
    nodes: z.array(Node.omit({ created_at: true })),
    edges: z.array(Edge.omit({ relation_type: true, created_at: true })),
    edges_total: z.int(),
    truncated: z.boolean().meta({ description: 'Whether there are more ideas, or relations between them' }),
  }),
  async run({ id: focus, ...rest }, { call }) {
    return nearest((await call('getMap', { query: queryOf({ focus, ...rest }) }, GraphMap)).body)
  },
})

/** The relations between the nearest ideas: some hundred ideas may have ten thousands of them. */
function nearest({ nodes, edges, truncated = false }: z.infer<typeof GraphMap>) {
  const places = new Map(nodes.map(({ id }, place) => [id, place]))
  const placeOf = ({ source, target }: (typeof edges)[number]) =>
    Math.max(places.get(source) ?? 0, places.get(target) ?? 0)
  const isCut = edges.length > MOST.edges
  const first = isCut ? edges.toSorted((one, other) => placeOf(one) - placeOf(other)) : edges
  return {
    nodes,
    edges: first.slice(0, MOST.edges),
    edges_total: edges.length,
    truncated: truncated || isCut,
  }
}

const whyRelated = tool({
  name: 'why_related',
  title: 'How two ideas hang together',
  description: 'A shortest path of relations between two ideas, in words, or that there is none.',
  scope: 'ideas:read',
  input: z.object({ from: Id, to: Id, types }),
  output: z.object({
    length: z.int().nullable().meta({ description: 'Relations of the path; null if there is none' }),
    path: z.array(PathIdea).nullable(),
    steps: z.array(z.string()).meta({ description: 'One sentence per relation of the path' }),
  }),
  async run(args, { call }) {
    const { path, relations } = (await call('getMapPath', { query: queryOf(args) }, MapPath)).body
    const titles = new Map(path?.map(({ id, title }) => [id, title]))
    const named = (id: number): string => `${JSON.stringify(titles.get(id))} (${id})`
    const steps = relations.map(({ source_idea_id: source, target_idea_id: target, relation_type, note }) => {
      const because = note === null ? '' : `: ${JSON.stringify(note)}`
      return `${named(source)} ${WORDS[relation_type]} ${named(target)}${because}`
    })
    if (path === null) return { length: null, path, steps }
    return { length: steps.length, path: path.slice(0, MOST.path), steps: steps.slice(0, MOST.path) }
  },
})

const WORDS: Readonly<Record<RelationType, string>> = {
  related: 'is related to',
  parent: 'is the parent of',
  blocks: 'blocks',
  inspires: 'inspires',
  duplicate: 'is a duplicate of',
  supersedes: 'supersedes',
}

/** Entries of a list of insights, and ideas of a group or chain, that an assistant is shown. */
const FIRST = { entries: 10, members: 5, chain: 50 }

const insights = tool({
  name: 'insights',
  title: 'What the shape of the graph tells',
  description:
    'Hubs, ideas without relations, communities, the longest blocking chain, what could start now because nothing open blocks it, cycles. The first entries of each, with the total.',
  scope: 'ideas:read',
  input: z.object({}),
  output: Insights,
  run: async (_, { call }) => shortened(call),
})

async function shortened(call: ToolContext['call']): Promise<Insights> {
  const { body } = await call('getInsights', {}, Insights)
  const first = <Entry>({ total, items }: { total: number; items: Entry[] }, most = FIRST.entries) => ({
    total,
    items: items.slice(0, most),
  })
  const groups = (list: Insights['components']) => ({
    total: list.total,
    items: first(list).items.map(({ size, ideas }) => ({ size, ideas: ideas.slice(0, FIRST.members) })),
  })
  return {
    revision: body.revision,
    orphans: first(body.orphans),
    hubs: first(body.hubs),
    components: groups(body.components),
    longest_blocking_chain: first(body.longest_blocking_chain, FIRST.chain),
    ready: first(body.ready),
    communities: groups(body.communities),
    cycles: first(body.cycles),
  }
}

/** Tools on relations and on the graph as a whole. */
export const graphTools: readonly Tool[] = [relate, neighbourhood, whyRelated, insights]
