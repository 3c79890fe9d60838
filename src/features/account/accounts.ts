import { randomUUID } from 'node:crypto'
import { Scope, type Actor, type Plan } from '../../platform/auth/actor.ts'
import type { Quota } from '../../platform/auth/authenticator.ts'
import { revokeEverywhere, type Revoke } from '../../platform/auth/revoke.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { timestamp } from '../../platform/schema.ts'
import { createSecret, type Secret } from '../../platform/auth/secret.ts'
import { emailKey } from './schema.ts'
import { hashPassword } from './password.ts'
import type { CreateUser, ListedUser, NewUser, Usage } from './schema.ts'
import type { AccountStore, ClosedUser, FoundUser, LoginRow } from './store.ts'

type Dependencies = Readonly<{
  store: AccountStore
  revoke: Revoke
  /** Applies a plan on all replicas before it returns. @throws Problem `service_unavailable` */
  publishPlan: (userId: string, plan: Plan) => Promise<void>
  /** Deletes an account with all its data. @throws Problem `service_unavailable` */
  erase: (account: ClosedUser) => Promise<void>
  /** Resets the counter of failed sign-ins. @throws Problem `service_unavailable` */
  unlock: (emailKey: string) => Promise<void>
  freePlanIdeaCap: number
  attachmentBytesLimit: number
  /** Lifetime of the first session token of an account, milliseconds. */
  tokenMs: number
  clock: () => number
}>

/** The data of a sign-up. */
type SignUp = Readonly<{ email: string; password: string; displayName?: string; userAgent: string | null }>
type Make = Omit<SignUp, 'password'> &
  Readonly<{
    userId: string
    plan: Plan
    password: string | undefined
    session: Secret
    key?: Secret
    expiresAt: number
  }>

/** The id and the first secrets of an account that is created. */
type FirstCredentials = Readonly<{ userId: string; key: Secret; session: Secret }>

export function newCredentials(): FirstCredentials {
  return { userId: randomUUID(), key: createSecret('api_key'), session: createSecret('session') }
}

/** Creation of accounts, and operations on all accounts by the operator. */
export function createAccounts(deps: Dependencies) {
  const { store, revoke, publishPlan, erase, unlock, freePlanIdeaCap, attachmentBytesLimit } = deps
  const { tokenMs, clock } = deps
  const find = async (emailOrId: string): Promise<FoundUser> => {
    const found = await store.find(emailKey(emailOrId), emailOrId)
    if (found === undefined) throw new OperatorError(`there is no user ${emailOrId}`)
    return found
  }
  /** False if the e-mail is taken. */
  const make = async (account: Make): Promise<boolean> => {
    const { userId, email, password, displayName, plan, session, key, userAgent, expiresAt } = account
    return store.create({
      userId,
      email,
      emailKey: emailKey(email),
      displayName: displayName ?? email.slice(0, email.indexOf('@')),
      plan,
      passwordHash: password === undefined ? null : await hashPassword(password),
      epoch: randomUUID().slice(0, 8),
      apiKeys: key === undefined ? [] : [{ ...stored(key), label: 'First key', scopes: [...Scope.options] }],
      session: { id: session.id, hash: session.hash, userAgent, expiresAt },
      now: clock(),
    })
  }

  return {
    /** The number of accounts. */
    count: store.count,

    /**
     * Creates an account with its first API key and session. May be repeated with the same credentials after an error.
     * @throws OperatorError when the e-mail is taken
     */
    async create({ email, plan, password }: CreateUser, credentials = newCredentials()): Promise<NewUser> {
      const { userId, key, session } = credentials
      const expiresAt = clock() + tokenMs
      const isCreated = await make({ ...credentials, email, plan, password, userAgent: null, expiresAt })
      if (!isCreated) throw new OperatorError(`there is a user with the e-mail ${email} already`)
      return { user_id: userId, email, plan, api_key: key.value, session_token: session.value }
    },

    /** Creates an account on the free plan with a session; undefined if the e-mail is taken. */
    async signUp(account: SignUp): Promise<Readonly<{ token: string; expiresAt: number }> | undefined> {
      const session = createSecret('session')
      const expiresAt = clock() + tokenMs
      const isCreated = await make({ ...account, userId: randomUUID(), plan: 'free', session, expiresAt })
      return isCreated ? { token: session.value, expiresAt } : undefined
    },

    /** The account and password hash for a sign-in. */
    loginByEmail: async (email: string): Promise<LoginRow | undefined> => store.byEmail(emailKey(email)),

    /** All accounts, oldest first. */
    async list(): Promise<ListedUser[]> {
      const rows = await store.list()
      return rows.map(({ id, email, plan, ideas, createdAt }) => ({
        user_id: id,
        email,
        plan,
        ideas,
        created_at: timestamp(createdAt),
      }))
    },

    /** Changes a plan, effective from the next request. @throws OperatorError, Problem `service_unavailable` */
    async setPlan(emailOrId: string, plan: Plan): Promise<{ user_id: string; email: string; plan: Plan }> {
      const { id, email } = await find(emailOrId)
      await store.setPlan(id, plan, clock())
      await publishPlan(id, plan)
      return { user_id: id, email, plan }
    },

    /** Sets a password and revokes all sessions of the user. @throws OperatorError, Problem `service_unavailable` */
    async setPassword(emailOrId: string, password: string): Promise<{ user_id: string; email: string }> {
      const { id, email } = await find(emailOrId)
      const passwordHash = await hashPassword(password)
      await revokeEverywhere(revoke, await store.otherSessions(id, ''), async () => {
        const ended = await store.setPassword({ userId: id, passwordHash, expected: null, keep: '' })
        if (ended === undefined) throw new OperatorError(`${emailOrId} is being deleted`)
        return ended
      })
      await unlock(emailKey(email))
      return { user_id: id, email }
    },

    /** Deletes an account with all its data. @throws OperatorError, Problem `service_unavailable` */
    async remove(emailOrId: string): Promise<{ user_id: string; email: string; deleted: true }> {
      const { id, email } = await find(emailOrId)
      await erase({ id, emailKey: emailKey(email) })
      return { user_id: id, email, deleted: true }
    },

    /** The daily quota as of authentication, and the idea cap. */
    async usage({ userId, plan }: Actor, quota: Quota): Promise<Usage> {
      const { ideas, attachmentBytes } = await store.usage(userId)
      return {
        plan,
        limit: quota.limit,
        used: quota.used,
        reset: timestamp(quota.resetAt),
        idea_cap: plan === 'free' ? freePlanIdeaCap : null,
        ideas,
        attachment_bytes: attachmentBytes,
        attachment_bytes_limit: attachmentBytesLimit,
      }
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

function stored({ id, hash, hint }: Secret) {
  return { id, hash, hint }
}
