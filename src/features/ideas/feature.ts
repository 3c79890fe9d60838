import type { Graph } from '../../platform/graph/graph.ts'
import type { Platform } from '../../platform/platform.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { keysOf } from './content.ts'
import { createIdeas } from './ideas.ts'
import { ideaRoutes } from './routes.ts'
import { CreateIdea } from './schema.ts'
import { createIdeaStore } from './store.ts'

type Needs = Pick<SurvivorsFeature, 'ideaNotFound'> &
  Pick<TagsFeature, 'tags'> &
  Pick<RelationsFeature, 'relations'> &
  Pick<IndexingFeature, 'wake'> &
  Readonly<{ freePlanIdeaCap: number }>

/** Ideas: create, list, get, update and delete. */
export function createIdeasFeature(
  { graph, ids, clock }: Platform,
  { ideaNotFound, tags, relations, wake, freePlanIdeaCap }: Needs,
) {
  const needs = { clock, freePlanIdeaCap, tags, parents: relations, ideaNotFound, wake }
  const ideasOn = (given: Graph, nextId: () => Promise<number>) =>
    createIdeas({ ...needs, store: createIdeaStore(given), nextId, nextRelationId: ids.relation.next })
  const ideas = ideasOn(graph, ids.idea.next)
  const { create } = ideasOn(
    {
      ...graph,
      write: graph.dryRun,
      writeAtOnce: async (writer, apply) => graph.dryRun(writer, async (tx) => apply(tx, null)),
    },
    async () => 0,
  )
  return {
    endpoints: ideaRoutes(ideas),
    ideas,
    keysOf,
    /** Creates an idea and rolls it back: afterwards a database that has just started has planned the statements. */
    rehearse: async (userId: string): Promise<unknown> => {
      const actor = { userId, plan: 'pro', source: 'api', once: undefined } as const
      return create(actor, CreateIdea.parse({ title: 'An idea' }), { force: false })
    },
  }
}
export type IdeasFeature = ReturnType<typeof createIdeasFeature>
