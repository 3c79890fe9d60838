import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Actor } from '../../platform/auth/actor.ts'
import type { AcquireLease } from '../../platform/limits/leases.ts'
import type { ProviderKeysFeature } from '../provider-keys/feature.ts'
import { timestamp } from '../../platform/schema.ts'
import type { SurvivorsFeature } from '../survivors/feature.ts'
import { Problem } from '../../platform/problems.ts'
import { problemOf } from '../../platform/llm/failure.ts'
import type { Generated } from '../../platform/llm/provider.ts'
import type { ProviderName } from '../../platform/llm/schema.ts'
import { contentOf, specificationOf, SYSTEM } from './prompt.ts'
import type { Developed, Specification } from './schema.ts'
import type { DevelopStore, Material, SpecificationRow } from './store.ts'

type KeyOf = ProviderKeysFeature['keyOf']
type ProviderKey = NonNullable<Awaited<ReturnType<KeyOf>>>
type Dependencies = Readonly<{
  store: DevelopStore
  keyOf: KeyOf
  acquireLease: AcquireLease
  ideaNotFound: SurvivorsFeature['ideaNotFound']
  log: Logger
  clock: () => number
  overallMs?: number | undefined
}>

/** Generates the specification, streaming pieces to `onText`. Call it exactly once, because it releases the lease. */
export type Prepared = (onText?: (piece: string) => void) => Promise<Developed>

/** Longer than a request can take. */
const LEASE_MS = 90_000
const OVERALL_MS = 60_000
const MAX_TOKENS = 8_192

/** Generates specifications with users' own provider keys. No transaction is open during generation. */
export function createDevelop(deps: Dependencies) {
  const { store, keyOf, acquireLease, ideaNotFound, log, clock, overallMs = OVERALL_MS } = deps

  const generate = async (
    { provider, key }: ProviderKey,
    material: Material,
    signal: AbortSignal,
    onText?: (piece: string) => void,
  ): Promise<Generated<string>> => {
    try {
      return await provider.generate({
        key,
        system: SYSTEM,
        content: contentOf(material),
        maxTokens: MAX_TOKENS,
        read: specificationOf,
        retryUnusable: true,
        timeoutMs: overallMs,
        signal,
        onText,
      })
    } catch (error) {
      throw problemOf(error)
    }
  }

  const keep = async (
    actor: Actor,
    ideaId: number,
    { provider }: ProviderKey,
    generated: Generated<string>,
  ) => {
    const { value: text, usage } = generated
    const { name, model } = provider
    const developed: Developed = {
      spec: text,
      provider: name,
      model,
      usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    }
    const id = randomUUID()
    const kept = store.write(actor, async (tx) => {
      const row = { userId: actor.userId, ideaId, id, text, provider: name, model, ...usage, now: clock() }
      if (!(await store.create(tx, row))) throw await ideaNotFound(actor.userId, ideaId, tx)
      return developed
    })
    return kept.catch((error: unknown) => {
      // The user has paid for it, so a database outage must not lose it.
      if (!(error instanceof Problem && error.code === 'service_unavailable')) throw error
      log.warn({ err: error, ideaId }, 'a specification was returned but could not be stored')
      return developed
    })
  }

  /** The stored response to an earlier request with the same Idempotency-Key; read-only. */
  const keptOf = async (actor: Actor): Promise<Developed | undefined> =>
    actor.idempotency && store.dryRun<Developed | undefined>(actor, async () => undefined)

  return {
    /**
     * Validates the request, and returns the function that continues it.
     * @throws Problem `idea_not_found`, `provider_key_missing`, `provider_key_lost`, `request_under_way`, `idempotency_key_reused`, `service_unavailable`
     */
    async prepare(
      actor: Actor,
      ideaId: number,
      name: ProviderName | undefined,
      signal: AbortSignal,
    ): Promise<Prepared> {
      const lease = await acquireLease(`develop:${actor.idempotency?.key ?? randomUUID()}`, LEASE_MS)
      if (lease === undefined) {
        // A request that has ended may have failed to release its lease.
        const kept = await keptOf(actor)
        if (kept === undefined) throw new Problem('request_under_way')
        return async () => kept
      }
      try {
        const kept = await keptOf(actor)
        if (kept !== undefined) {
          await lease.release()
          return async () => kept
        }
        const material = await store.material(actor.userId, ideaId)
        if (material === undefined) throw await ideaNotFound(actor.userId, ideaId)
        const providerKey = await keyOf(actor.userId, name)
        if (providerKey === undefined) throw new Problem('provider_key_missing')
        return async (onText) => {
          try {
            return await keep(
              actor,
              ideaId,
              providerKey,
              await generate(providerKey, material, signal, onText),
            )
          } finally {
            await lease.release()
          }
        }
      } catch (error) {
        await lease.release()
        throw error
      }
    },

    /** The specifications of an idea, newest first. @throws Problem `idea_not_found` */
    async list({ userId }: Actor, ideaId: number): Promise<Specification[]> {
      const rows = await store.list(userId, ideaId)
      if (rows === undefined) throw await ideaNotFound(userId, ideaId)
      return rows.map(present)
    },
  }
}
export type Develop = ReturnType<typeof createDevelop>

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
