import type { Platform } from '../../platform/platform.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { createLinks } from './links.ts'
import { linkRoutes } from './routes.ts'
import { createLinkStore } from './store.ts'

/** External links of ideas. */
export function createLinksFeature(
  { graph, ids, clock }: Platform,
  { ideaNotFound, relations }: Pick<SurvivorsFeature, 'ideaNotFound'> & Pick<RelationsFeature, 'relations'>,
) {
  const links = createLinks({ store: createLinkStore(graph), nextId: ids.link.next, clock, ideaNotFound })
  return { endpoints: linkRoutes(links, relations) }
}
