import { randomUUID } from 'node:crypto'
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import { Scope } from '../../platform/auth/actor.ts'
import { hashSecret } from '../../platform/auth/secret.ts'
import type { Grants } from './grants.ts'
import type { OAuthStore, TokenKind } from './store.ts'

type Dependencies = Readonly<{
  store: OAuthStore
  grants: Pick<Grants, 'addToken' | 'end'>
  /** Requests whose user signs in and consents. */
  interactions: ShortLived
  clock: () => number
}>

/** Texts that end by themselves. @throws RedisUnavailable */
export type ShortLived = Readonly<{
  put: (key: string, text: string, seconds: number) => Promise<void>
  find: (key: string) => Promise<string | undefined>
  remove: (key: string) => Promise<void>
}>

type Model = Pick<Adapter, 'find' | 'upsert'> & Partial<Adapter>

/** Stands for the id in a stored payload. `JSON.stringify` escapes control characters, so that nothing else can be it. */
const ID = '\u0001'

/**
 * Keeps what the authorization server knows. Whoever has the value of a code, token or interaction may use it, so the value is only
 * hashed as the key, and taken out of the payload.
 */
export function createAdapter(deps: Dependencies): (model: string) => Adapter {
  return (name) => ({ ...NOTHING, ...modelOf(name, deps) })
}

function modelOf(name: string, deps: Dependencies): Model | undefined {
  switch (name) {
    case 'AccessToken':
    case 'AuthorizationCode':
    case 'RefreshToken':
      return tokens(name, deps)
    case 'Grant':
      return grantModel(deps)
    case 'Client':
      return clients(deps)
    case 'Interaction':
      return interactions(deps)
    default:
      return undefined
  }
}

/**
 * The adapter of all models that are not kept. One is the library's session, because people are signed in by the service's own, which every
 * interaction reads. Tokens are not destroyed one by one, because the library ends their grant whenever it destroys one.
 */
const NOTHING: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

/** The code or refresh token that an exchange has used, by its request. */
const used = new WeakMap<object, Use>()
type Use = Readonly<{ hash: string; use: string }>

function tokens(kind: TokenKind, { store, grants, clock }: Dependencies): Model {
  /** What was used by an exchange that failed can be used again: the client is told to try again. */
  const release = async (spent: Use | undefined): Promise<void> => {
    if (spent !== undefined) await store.releaseToken(spent).catch(() => undefined)
  }
  return {
    async upsert(value, payload, expiresIn = 0) {
      const { accountId: userId = '', grantId = '', scope = '' } = payload
      const now = clock()
      const token = {
        userId,
        hash: hashSecret(value),
        grantId,
        kind,
        scopes: Scope.options.filter((one) => scope.split(' ').includes(one)),
        payload: withoutId(payload, value),
        expiresAt: now + expiresIn * 1000,
        now,
      }
      const isKept = await grants.addToken(token).catch(async (error: unknown) => {
        await release(Provider.ctx && used.get(Provider.ctx))
        throw error
      })
      if (!isKept) throw new errors.InvalidGrant('the grant has ended, or has too many refresh tokens')
    },
    async find(value) {
      const found = await store.token({ hash: hashSecret(value), kind, now: clock() })
      if (found === undefined) return undefined
      return { ...withId(found.payload, value), ...(found.used ? { consumed: true } : {}) }
    },
    async consume(value) {
      const use = { hash: hashSecret(value), use: randomUUID() }
      const found = await store.useToken(use).catch(async (error: unknown) => {
        await release(use)
        throw error
      })
      if (found?.isFirst === true) {
        if (Provider.ctx !== undefined) used.set(Provider.ctx, use)
        return
      }
      // Another request was faster: one of the two has a stolen value.
      if (found !== undefined) await grants.end(found.grantId)
      throw new errors.InvalidGrant('already used')
    },
  }
}

function grantModel({ store, grants, clock }: Dependencies): Model {
  return {
    upsert: async (id, payload) => void (await store.saveGrant({ id, payload: JSON.stringify(payload) })),
    find: async (id) => parsed((await store.grant(id, clock())) ?? undefined),
    destroy: grants.end,
  }
}

function clients({ store, clock }: Dependencies): Model {
  return {
    upsert: async (id, metadata) =>
      void (await store.putClient({ id, metadata: JSON.stringify(metadata), now: clock() })),
    find: async (id) => parsed(await store.client(id)),
  }
}

function interactions({ interactions: kept }: Dependencies): Model {
  return {
    upsert: async (id, payload, seconds = 0) => kept.put(id, withoutId(payload, id), seconds),
    async find(id) {
      const text = await kept.find(id)
      return text === undefined ? undefined : withId(text, id)
    },
    destroy: kept.remove,
  }
}

function withoutId(payload: AdapterPayload, id: string): string {
  return JSON.stringify(payload).replaceAll(id, ID)
}

function withId(text: string, id: string): AdapterPayload {
  return JSON.parse(text.replaceAll(ID, id)) as AdapterPayload
}

function parsed(text: string | undefined): AdapterPayload | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as AdapterPayload)
}
