import type { Logger } from 'pino'
import type { Claude } from '../../platform/llm/claude.ts'
import { ideaVector } from '../../platform/embeddings/vectors.ts'
import { Problem } from '../../platform/problems.ts'
import type { TagsFeature } from '../tags/feature.ts'
import { createClaudeTagger, type NoSuggestion } from './claude.ts'
import { tagsOfNeighbours, WINDOW } from './neighbours.ts'
import type { AutoTagStore, Awaiting, Slot } from './store.ts'
import type { Suggestion } from './suggestion.ts'

type Dependencies = Readonly<{
  store: AutoTagStore
  tags: Pick<TagsFeature['tags'], 'numbered' | 'assign'>
  /** Undefined without an operator key. */
  claude: Pick<Claude, 'ask' | 'isPaused'> | undefined
  /** Takes one request to Claude from the daily budget; false if it is used up. */
  takeFromBudget: (userId: string) => Promise<boolean>
  /** The slots of the live vector indexes, the one used for searches first. */
  slots: () => Promise<readonly Slot[]>
  log: Logger
}>

const AT_MOST = 3
/** Number of nearest passages to read; only those of tagged ideas are used. */
const SEARCHED = 400
/** Number of an idea's first passages that represent it. */
const PASSAGES = 64
/** Log levels below `warn`: an open circuit is already logged when it opens. */
const LEVELS: Readonly<Partial<Record<NoSuggestion['reason'], 'debug' | 'info'>>> = {
  circuit_open: 'debug',
  busy: 'debug',
  spent: 'info',
}

/** Tags ideas that were created without tags: once, and only until the user edits their tags. */
export function createAutoTags({ store, tags, claude, takeFromBudget, slots, log }: Dependencies) {
  /** Undefined if the idea has no vectors yet. */
  const byNeighbours = async (idea: Awaiting): Promise<Suggestion[] | undefined> => {
    const { id, userId } = idea
    for (const slot of await slots()) {
      const passages = await store.passages(idea, slot, PASSAGES)
      if (passages.length === 0) continue
      const vector = ideaVector(passages)
      const near = { id, userId, vector, window: SEARCHED, limit: WINDOW }
      return tagsOfNeighbours(vector, await store.neighbours(slot, near), AT_MOST)
    }
    return undefined
  }
  const byClaude =
    claude === undefined
      ? async () => undefined
      : createClaudeTagger({
          store,
          claude,
          takeFromBudget,
          failed: ({ id }, { reason, message }) =>
            log[LEVELS[reason] ?? 'warn'](
              { ideaId: id, reason },
              `${message}; automatic tags are chosen without Claude`,
            ),
        })

  const write = async (idea: Awaiting, suggested: readonly Suggestion[]): Promise<void> => {
    const { id, userId } = idea
    await store.write({ userId, idempotency: undefined }, async (tx) => {
      if (!(await store.take(tx, idea))) return
      // Tags that the user renamed or deleted meanwhile must not be created again.
      const ids = suggested.flatMap(({ id: tagId }) => tagId ?? [])
      const standing = await store.standing(tx, userId, ids)
      const names = suggested.flatMap((tag) =>
        tag.id === undefined ? tag.name : (standing.get(tag.id) ?? []),
      )
      await tags.assign(tx, userId, id, await tags.numbered(names))
    })
  }

  /** An account that has all its tags gets only those of the suggestions that it has. */
  const writeWithRoom = async (idea: Awaiting, suggested: readonly Suggestion[]): Promise<void> =>
    write(idea, suggested).catch(async (error: unknown) => {
      if (!(error instanceof Problem && error.code === 'tags_too_many')) throw error
      await write(
        idea,
        suggested.filter(({ id }) => id !== undefined),
      )
    })

  return {
    /**
     * Assigns up to three suggested tags to an idea, if it still awaits tags and its text has not changed. Without vectors or
     * an answer of Claude it keeps waiting. Idempotent.
     * @throws EmbeddingsUnavailable, Problem `service_unavailable`, errors of the database, and Error when Claude is closed meanwhile
     */
    async suggest(idea: Awaiting): Promise<void> {
      const { id, userId, title, body } = idea
      const asked = { id, userId, title, body }
      if (!(await store.awaits(asked))) return
      const suggested = (await byClaude(asked, AT_MOST)) ?? (await byNeighbours(asked))
      if (suggested === undefined) return
      if (suggested.length === 0) await store.settle(asked)
      else await writeWithRoom(asked, suggested).catch(unlessGone)
    },
  }
}

/** Ignores that the account was deleted meanwhile. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'invalid_credentials')) throw error
}
