import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import type { IdeasFeature } from '../ideas/feature.ts'
import type { IdeaDetail } from '../ideas/schema.ts'
import { tagKey } from '../tags/schema.ts'
import type { AutoTagStore } from './store.ts'

type Dependencies = Readonly<{
  store: Pick<AutoTagStore, 'write' | 'accept' | 'refuse'>
  ideas: Pick<IdeasFeature['ideas'], 'getWithin'>
  clock: () => number
}>

/** What users say of automatic tags. */
export function createTagReview({ store, ideas, clock }: Dependencies) {
  /** Changes an idea and returns it. @throws Problem `idea_not_found`, `tag_not_found` */
  const review =
    (change: 'accept' | 'refuse') =>
    async (actor: Actor, id: number, name: string): Promise<IdeaDetail> => {
      const { userId } = actor
      return store.write(actor, async (tx) => {
        await ideas.getWithin(tx, userId, id)
        const found = await store[change](tx, { userId, id, nameKey: tagKey(name), now: clock() })
        if (!found) throw new Problem('tag_not_found')
        return ideas.getWithin(tx, userId, id)
      })
    }

  return {
    /** The tag is a chosen one from now on; a chosen one stays as it is. */
    accept: review('accept'),
    /** The idea loses the tag and is not given it again: tags are suggested once. A chosen tag is not found. */
    refuse: review('refuse'),
  }
}
export type TagReview = ReturnType<typeof createTagReview>
