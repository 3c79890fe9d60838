import type { Actor } from '../actor.ts'
import type { Missing } from '../ideas/missing.ts'
import { Problem } from '../problems.ts'
import { presentLink } from './present.ts'
import type { CreateLink, Link } from './schema.ts'
import type { LinkStore } from './store.ts'

type Dependencies = Readonly<{
  store: LinkStore
  nextId: () => Promise<number>
  clock: () => number
  missing: Missing
}>

/** Links of ideas to the world outside. */
export function createLinks({ store, nextId, clock, missing }: Dependencies) {
  return {
    /** @throws Problem `idea_not_found` */
    async listOfIdea({ userId }: Actor, ideaId: number): Promise<Link[]> {
      const rows = await store.list({ userId, ideaId })
      if (rows === undefined) throw await missing(userId, ideaId)
      return rows.map(presentLink)
    },

    /** @throws Problem `idea_not_found` */
    async create(actor: Actor, ideaId: number, input: CreateLink): Promise<Link> {
      const { userId } = actor
      const { url, title, link_type: linkType } = input
      const id = await nextId()
      return store.write(actor, {
        async apply(tx) {
          const row = await store.create(tx, { userId, ideaId, id, url, title, linkType, now: clock() })
          if (row === undefined) throw await missing(userId, ideaId, tx)
          return presentLink(row)
        },
        async recall(tx) {
          const row = await store.get(tx, { userId, ideaId, id })
          if (row === undefined) throw new Problem('link_not_found')
          return presentLink(row)
        },
      })
    },

    /** @throws Problem `idea_not_found`, `link_not_found` */
    async remove(actor: Actor, ideaId: number, id: number): Promise<void> {
      const { userId } = actor
      await store.write(actor, {
        async apply(tx) {
          if (await store.remove(tx, { userId, ideaId, id })) return
          if (await store.ideaExists(tx, { userId, ideaId })) throw new Problem('link_not_found')
          throw await missing(userId, ideaId, tx)
        },
        recall: async () => undefined,
      })
    },
  }
}
export type Links = ReturnType<typeof createLinks>
