import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Actor } from '../actor.ts'
import type { TakeClaim } from '../admission/claims.ts'
import type { Brought } from '../byok/byok.ts'
import { timestamp } from '../fields.ts'
import type { Missing } from '../ideas/missing.ts'
import { Problem } from '../problems.ts'
import { problemOf } from '../providers/problem.ts'
import { ProviderFailure, type Generated, type ProviderName } from '../providers/provider.ts'
import { contentOf, specificationOf, SYSTEM } from './prompt.ts'
import type { Developed, Specification } from './schema.ts'
import type { DevelopStore, Material, SpecificationRow } from './store.ts'

type Dependencies = Readonly<{
  store: DevelopStore
  /** A user's key for a provider, or for the first one that there is a key for. */
  keyOf: (userId: string, provider?: ProviderName) => Promise<Brought | undefined>
  claim: TakeClaim
  missing: Missing
  log: Logger
  clock: () => number
  overallMs?: number | undefined
}>

/** Asks the provider, once everything that comes before is decided; pieces come as it says them. To be called once. */
export type Prepared = (onText?: (piece: string) => void) => Promise<Developed>

/** Longer than anybody waits for a provider and the database after it. */
const CLAIM_MS = 90_000
const OVERALL_MS = 60_000
const MAX_TOKENS = 8_192
/** Once more after a pause, where so much of the time is left. */
const LEAST_LEFT_MS = 5_000
const PAUSE_MS = 400

/** Specifications of ideas by the keys that users bring. No transaction is open while a provider writes. */
export function createDevelop(deps: Dependencies) {
  const { store, keyOf, claim, missing, log, clock, overallMs = OVERALL_MS } = deps

  /** Once more after what may pass; not where a reader has seen the beginning of another answer. */
  const generate = async (
    brought: Brought,
    material: Material,
    signal: AbortSignal,
    onText?: (piece: string) => void,
  ): Promise<Generated> => {
    const timeout = AbortSignal.timeout(overallMs)
    const begun = performance.now()
    const either = AbortSignal.any([signal, timeout])
    let seen = false
    const tell =
      onText &&
      ((piece: string): void => {
        seen = true
        onText(piece)
      })
    try {
      return await ask(brought, material, either, tell).catch(async (error: unknown) => {
        const isLate = performance.now() - begun > overallMs - LEAST_LEFT_MS
        const mayPass = error instanceof ProviderFailure && error.mayPass
        if (!mayPass || isLate || either.aborted || seen) throw error
        await sleep(PAUSE_MS, undefined, { signal: either })
        return ask(brought, material, either, tell)
      })
    } catch (error) {
      const failure = either.aborted ? new ProviderFailure(brought.provider.title, 'aborted') : error
      throw problemOf(failure, timeout.aborted)
    }
  }

  const keep = async (actor: Actor, ideaId: number, { provider }: Brought, generated: Generated) => {
    const { text, usage } = generated
    const { name, model } = provider
    const developed: Developed = {
      spec: text,
      provider: name,
      model,
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    }
    const id = randomUUID()
    const kept = store.write(actor, {
      async apply(tx) {
        const row = { userId: actor.userId, ideaId, id, text, provider: name, model, ...usage, now: clock() }
        if (!(await store.create(tx, row))) throw await missing(actor.userId, ideaId, tx)
        return developed
      },
      recall: async () => developed,
    })
    return kept.catch((error: unknown) => {
      // It is paid: a database that is away for a moment shall not cost it.
      if (!(error instanceof Problem && error.code === 'service_unavailable')) throw error
      log.warn({ err: error, ideaId }, 'a specification was given, and could not be kept')
      return developed
    })
  }

  /** What an equal request with the same Idempotency-Key was answered: nobody is asked again. This changes nothing. */
  const keptOf = async (actor: Actor): Promise<Developed | undefined> =>
    actor.once && store.rehearse<Developed | undefined>(actor, async () => undefined)

  return {
    /**
     * Judges the request, and answers how to go on.
     * @throws Problem `idea_not_found`, `provider_key_missing`, `provider_key_lost`, `request_under_way`, `idempotency_key_reused`, `service_unavailable`
     */
    async prepare(
      actor: Actor,
      ideaId: number,
      name: ProviderName | undefined,
      signal: AbortSignal,
    ): Promise<Prepared> {
      const held = await claim(`develop:${actor.once?.key ?? randomUUID()}`, CLAIM_MS)
      if (held === undefined) {
        // One that is over may have been unable to give it back.
        const kept = await keptOf(actor)
        if (kept === undefined) throw new Problem('request_under_way')
        return async () => kept
      }
      try {
        const kept = await keptOf(actor)
        if (kept !== undefined) {
          await held.release()
          return async () => kept
        }
        const material = await store.material(actor.userId, ideaId)
        if (material === undefined) throw await missing(actor.userId, ideaId)
        const brought = await keyOf(actor.userId, name)
        if (brought === undefined) throw new Problem('provider_key_missing')
        return async (onText) => {
          try {
            return await keep(actor, ideaId, brought, await generate(brought, material, signal, onText))
          } finally {
            await held.release()
          }
        }
      } catch (error) {
        await held.release()
        throw error
      }
    },

    /** What was generated for an idea, newest first. @throws Problem `idea_not_found` */
    async list({ userId }: Actor, ideaId: number): Promise<Specification[]> {
      const rows = await store.list(userId, ideaId)
      if (rows === undefined) throw await missing(userId, ideaId)
      return rows.map(present)
    },
  }
}
export type Develop = ReturnType<typeof createDevelop>

async function ask(
  { provider, key }: Brought,
  material: Material,
  signal: AbortSignal,
  onText?: (piece: string) => void,
): Promise<Generated> {
  const request = { key, system: SYSTEM, content: contentOf(material), maxTokens: MAX_TOKENS, signal }
  const { text, usage } = await provider.generate(onText === undefined ? request : { ...request, onText })
  const specification = await specificationOf(text)
  if (specification === undefined) throw new ProviderFailure(provider.title, 'nonsense')
  return { text: specification, usage }
}

function present(row: SpecificationRow): Specification {
  return {
    id: row.id,
    spec: row.text,
    provider: row.provider,
    model: row.model,
    usage: { input_tokens: row.inputTokens, output_tokens: row.outputTokens },
    created_at: timestamp(row.createdAt),
  }
}
