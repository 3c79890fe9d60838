import type { Platform } from '../../platform/platform.ts'
import type { IndexingFeature } from '../indexing/feature.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { keysOf } from './content.ts'
import { createIdeas } from './ideas.ts'
import { ideaRoutes } from './routes.ts'
import { createIdeaStore } from './store.ts'

type Needs = Pick<SurvivorsFeature, 'isActive' | 'ideaNotFound'> &
  Pick<TagsFeature, 'tags'> &
  Pick<RelationsFeature, 'relations'> &
  Pick<IndexingFeature, 'wake'> &
  Readonly<{ freePlanIdeaCap: number }>

/** Ideas: create, list, get, update and delete. */
export function createIdeasFeature(
  { graph, ids, clock }: Platform,
  { isActive, ideaNotFound, tags, relations, wake, freePlanIdeaCap }: Needs,
) {
  const ideas = createIdeas({
    store: createIdeaStore(graph),
    nextId: ids.idea.next,
    nextRelationId: ids.relation.next,
    clock,
    freePlanIdeaCap,
    tags,
    parents: relations,
    isActive,
    ideaNotFound,
    wake,
  })
  return { endpoints: ideaRoutes(ideas), ideas, keysOf }
}
export type IdeasFeature = ReturnType<typeof createIdeasFeature>
