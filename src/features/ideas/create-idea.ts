import type { Actor } from '../../platform/auth/actor.ts'
import { Problem } from '../../platform/problems.ts'
import type { RelationsFeature } from '../relations/feature.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { TAGS_PER_ACCOUNT } from '../tags/schema.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { textOf } from './content.ts'
import { presentDetail, type IdeaDetailRow } from './present.ts'
import type { CreateIdea, IdeaDetail } from './schema.ts'
import type { Creation, IdeaStore, NewIdea } from './store.ts'

/** What the creation of ideas needs. */
export type CreationDependencies = Readonly<{
  store: IdeaStore
  nextId: () => Promise<number>
  nextRelationId: () => Promise<number>
  clock: () => number
  /** Maximum number of active ideas on the free plan. */
  freePlanIdeaCap: number
  tags: Pick<TagsFeature['tags'], 'numbered'>
  parents: Pick<RelationsFeature['relations'], 'createParent'>
  isActive: SurvivorsFeature['isActive']
  ideaNotFound: SurvivorsFeature['ideaNotFound']
  /** Announces new jobs in the outbox. */
  wake: () => void
}>

type Creator = Pick<Actor, 'userId' | 'idempotency' | 'plan' | 'source'>

/** Creates ideas: without a parent by a single statement. */
export function createIdeaCreation(deps: CreationDependencies) {
  const { store, nextId, nextRelationId, clock, freePlanIdeaCap } = deps
  const { tags, parents, isActive, ideaNotFound, wake } = deps

  const newIdea = async (
    { userId, plan, source }: Creator,
    input: CreateIdea,
    force: boolean,
  ): Promise<Omit<NewIdea, 'requestId'>> => {
    const text = textOf(input.title, input.body)
    return {
      userId,
      id: await nextId(),
      ...text,
      uniqueHash: force ? null : text.contentHash,
      status: input.status,
      source,
      sourceUrl: input.source_url,
      tags: await tags.numbered(input.tags),
      mostIdeas: plan === 'free' ? freePlanIdeaCap : null,
      mostTags: TAGS_PER_ACCOUNT,
      now: clock(),
    }
  }

  const createWithParent = async (actor: Creator, idea: Omit<NewIdea, 'requestId'>, parentId: number) => {
    const { userId } = actor
    const edge = { ideaId: idea.id, parentId, id: await nextRelationId() }
    return store.write(actor, async (tx) => {
      // Pipelined; the statements are executed in this order.
      const [hasParent, creation] = await Promise.all([
        isActive(userId, parentId, tx),
        store.create(tx, { ...idea, requestId: null }),
      ])
      if (!hasParent) throw await ideaNotFound(userId, parentId, tx)
      created(creation)
      const [, row] = await Promise.all([
        parents.createParent(tx, userId, edge),
        store.get(userId, idea.id, tx),
      ])
      if (row === undefined) throw new Error('a new idea vanished under the ledger lock')
      return row
    })
  }

  return {
    /**
     * @throws Problem `validation_error`, `idea_not_found` (the parent), `idea_cap_reached`, `idea_exists`,
     * `relations_too_many` (of the parent), `tags_too_many`
     */
    async create(actor: Creator, input: CreateIdea, { force }: { force: boolean }): Promise<IdeaDetail> {
      const idea = await newIdea(actor, input, force)
      const row =
        input.parent_id === null
          ? await store.writeInOneStatement(actor, async (tx, requestId) =>
              created(await store.create(tx, { ...idea, requestId })),
            )
          : await createWithParent(actor, idea, input.parent_id)
      wake()
      return presentDetail(row)
    },
  }
}

/** @throws Problem `idea_cap_reached`, `idea_exists`, `tags_too_many` */
function created({ idea, isCapped, equal, hasTooManyTags }: Creation): IdeaDetailRow {
  if (idea !== null) return { ...idea, links: [], relations: [] }
  if (isCapped) throw new Problem('idea_cap_reached')
  if (equal !== null) throw new Problem('idea_exists', { duplicate_of_id: equal })
  if (hasTooManyTags) throw new Problem('tags_too_many')
  // Another request deleted it before its lost acknowledgement was asked for again.
  throw new Problem('idea_not_found')
}
