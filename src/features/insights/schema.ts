import { z } from 'zod'
import { Id } from '../../platform/schema.ts'

/** Limits of the insights. */
export const INSIGHT_LIMITS = {
  /** How many may be computed at once for an account, over all processes. */
  atOnce: 1,
  /** How many may be computed at once in a process, for all accounts, and how long others wait. */
  atOnceInProcess: 2,
  waitMs: 10_000,
  /** How long that may take. */
  timeoutMs: 30_000,
  /** Ideas, components, communities and cycles. */
  entries: 100,
  /** Ideas that are named of each component, community or cycle, the best connected first. */
  members: 20,
  /** Ideas that are named of the longest blocking chain. */
  chain: 1_000,
} as const

const listed = <Entry extends z.ZodType>(entry: Entry, total: string) =>
  z.object({ total: z.int().meta({ description: total }), items: z.array(entry) })

const NamedIdea = z.object({ id: Id, title: z.string() }).meta({ id: 'NamedIdea' })
const Hub = NamedIdea.extend({
  connections: z.int().meta({ description: 'Its relations in both directions' }),
  pagerank: z
    .number()
    .meta({ description: 'PageRank, relations taken in both directions; the sum over all ideas is 1' }),
}).meta({ id: 'Hub' })
const Group = z
  .object({ size: z.int(), ideas: z.array(NamedIdea).meta({ description: 'The best connected of them' }) })
  .meta({ id: 'IdeaGroup' })

/** What the shape of a graph tells. Lists are bounded and say how many entries there are in all. */
export const Insights = z
  .object({
    revision: z.string().meta({
      description:
        'The state of the map that was looked at, as the ETag of the map without a Content-Encoding',
    }),
    orphans: listed(NamedIdea, 'Ideas without a relation; the newest are listed'),
    hubs: listed(Hub, 'Ideas with a relation; those with the most are listed'),
    components: listed(Group, 'Parts that no relation connects, ideas without relations not counted'),
    longest_blocking_chain: listed(NamedIdea, 'Ideas of it; each blocks the next one'),
    ready: listed(
      NamedIdea,
      'Captured and explored ideas that nothing blocks but what is shipped; those that block the most are listed',
    ),
    communities: listed(Group, 'Groups that are closer to each other than to the rest (Louvain)'),
    cycles: listed(
      z.array(NamedIdea),
      'Blocking relations that close a cycle, which older versions let in; the chain does not follow them',
    ),
  })
  .meta({ id: 'Insights' })
export type Insights = z.infer<typeof Insights>
export type NamedIdea = z.infer<typeof NamedIdea>
