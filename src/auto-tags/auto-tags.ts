import type { Logger } from 'pino'
import type { Anthropic } from '../anthropic/anthropic.ts'
import { Problem } from '../problems.ts'
import type { Tags } from '../tags/tags.ts'
import { createClaudeWay, type Hindrance } from './claude.ts'
import { createLocalWay, type IdeaVectors } from './local.ts'
import type { AutoTagStore, Awaiting } from './store.ts'
import type { Suggestion } from './suggestion.ts'

type Dependencies = Readonly<{
  store: AutoTagStore
  tags: Pick<Tags, 'resolve' | 'assign'>
  /** Nothing where the operator gave no key. */
  claude: Pick<Anthropic, 'ask' | 'isResting'> | undefined
  /** Takes one question to Claude from the day's budget; false when there is none left. */
  takeFromBudget: () => Promise<boolean>
  /** Those that live, the one that answers searches first. */
  indexes: () => Promise<readonly IdeaVectors[]>
  log: Logger
}>

const AT_MOST = 3
/** That Claude is left alone for a while is told when that begins; all others are worth a warning. */
const LEVELS: Readonly<Partial<Record<Hindrance['reason'], 'debug' | 'info'>>> = {
  resting: 'debug',
  busy: 'debug',
  spent: 'info',
}

/** Tags for ideas that were created without: once, and only as long as their user says nothing about their tags. */
export function createAutoTags({ store, tags, claude, takeFromBudget, indexes, log }: Dependencies) {
  const locally = createLocalWay({ store, indexes })
  const byClaude =
    claude === undefined
      ? async () => undefined
      : createClaudeWay({
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
    await store.write(
      { userId, once: undefined },
      {
        async apply(tx) {
          if (!(await store.take(tx, idea))) return
          // What the user renamed or deleted meanwhile must not come back.
          const ids = suggested.flatMap(({ id: tagId }) => tagId ?? [])
          const standing = await store.standing(tx, userId, ids)
          const names = suggested.flatMap((tag) =>
            tag.id === undefined ? tag.name : (standing.get(tag.id) ?? []),
          )
          const resolved = await tags.resolve(tx, userId, names)
          const automatic = resolved.map((tag) => ({ ...tag, auto: true }))
          await tags.assign(tx, userId, id, automatic)
        },
        recall: async () => undefined,
      },
    )
  }

  return {
    /**
     * Suggests up to three tags for an idea and gives them to it, if it still awaits some and is still this text. Where there
     * is nothing to go by yet, it goes on waiting. Doing it again changes nothing.
     * @throws EmbeddingsAway, Problem `service_unavailable`, what the database says, and Error when Claude is closed meanwhile
     */
    async suggest(idea: Awaiting): Promise<void> {
      const { id, userId, title, body } = idea
      const asked = { id, userId, title, body }
      if (!(await store.awaits(asked))) return
      const suggested = (await byClaude(asked, AT_MOST)) ?? (await locally(asked, AT_MOST))
      if (suggested === undefined) return
      if (suggested.length === 0) await store.settle(asked)
      else await write(asked, suggested).catch(unlessGone)
    },
  }
}
export type AutoTags = ReturnType<typeof createAutoTags>

/** The account was deleted meanwhile. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'invalid_credentials')) throw error
}
