import type { Actor } from '../../platform/auth/actor.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { Problem } from '../../platform/problems.ts'
import { presentLink } from './present.ts'
import { LINKS_PER_IDEA, type CreateLink, type Link } from './schema.ts'
import type { LinkStore } from './store.ts'

type Dependencies = Readonly<{
  store: LinkStore
  nextId: () => Promise<number>
  clock: () => number
  ideaNotFound: SurvivorsFeature['ideaNotFound']
}>

/** External links of ideas. */
export function createLinks({ store, nextId, clock, ideaNotFound }: Dependencies) {
  return {
    /** @throws Problem `idea_not_found` */
    async listOfIdea({ userId }: Actor, ideaId: number): Promise<Link[]> {
      const rows = await store.listOfIdea(userId, ideaId)
      if (rows === undefined) throw await ideaNotFound(userId, ideaId)
      return rows.map(presentLink)
    },

    /** @throws Problem `idea_not_found`, `links_too_many` */
    async create(actor: Actor, ideaId: number, input: CreateLink): Promise<Link> {
      const { userId } = actor
      const { url, title, link_type: linkType } = input
      const id = await nextId()
      const now = clock()
      const link = { userId, ideaId, id, url, title, linkType, now, most: LINKS_PER_IDEA }
      return store.writeInOneStatement(actor, async (tx, requestId) => {
        const { created, hasIdea } = await store.create(tx, { ...link, requestId })
        if (created) return presentLink({ id, url, title, linkType, createdAt: now, file: null })
        throw hasIdea ? new Problem('links_too_many') : await ideaNotFound(userId, ideaId, tx)
      })
    },

    /** @throws Problem `idea_not_found`, `link_not_found` */
    async remove(actor: Actor, ideaId: number, id: number): Promise<void> {
      const { userId } = actor
      const link = { userId, ideaId, id, now: clock() }
      await store.writeInOneStatement(actor, async (tx, requestId) => {
        const { removed, hasIdea } = await store.remove(tx, { ...link, requestId })
        if (removed) return
        throw hasIdea ? new Problem('link_not_found') : await ideaNotFound(userId, ideaId, tx)
      })
    },
  }
}
export type Links = ReturnType<typeof createLinks>
