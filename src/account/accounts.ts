import { randomUUID } from 'node:crypto'
import { Scope, type Actor, type Plan } from '../actor.ts'
import type { Quota } from '../admission/admission.ts'
import { OperatorError } from '../config.ts'
import { timestamp } from '../fields.ts'
import { createSecret } from '../keys/secret.ts'
import { Problem } from '../problems.ts'
import { hashPassword } from './password.ts'
import type { CreateUser, ListedUser, NewUser, Usage, User } from './schema.ts'
import type { AccountStore, FoundUser } from './store.ts'

type Dependencies = Readonly<{
  store: AccountStore
  /** Ends credentials on every replica before it returns. @throws Problem `service_unavailable` */
  bury: (hashes: readonly string[]) => Promise<void>
  /** Makes a plan count on every replica before it returns. @throws Problem `service_unavailable` */
  publishPlan: (userId: string, plan: Plan) => Promise<void>
  /** Removes what Redis keeps under the user's id. @throws Problem `service_unavailable` */
  forget: (userId: string) => Promise<void>
  freePlanIdeaCap: number
  clock: () => number
}>

/** How long a session token is good, from its making. */
export const SESSION_MS = 60 * 60_000

/** Accounts: what an owner sees of one, and what an operator does with all. */
export function createAccounts({ store, bury, publishPlan, forget, freePlanIdeaCap, clock }: Dependencies) {
  const find = async (emailOrId: string): Promise<FoundUser> => {
    const found = await store.find(emailKey(emailOrId), emailOrId)
    if (found === undefined) throw new OperatorError(`there is no user ${emailOrId}`)
    return found
  }

  return {
    /** How many accounts there are. */
    count: store.count,

    /** Makes an account with its first API key and session. @throws OperatorError when the e-mail is taken */
    async create({ email, plan, password }: CreateUser): Promise<NewUser> {
      const key = createSecret('svc_')
      const session = createSecret('ses_')
      const userId = randomUUID()
      const now = clock()
      const created = await store.create({
        userId,
        email,
        emailKey: emailKey(email),
        displayName: email.slice(0, email.indexOf('@')),
        plan,
        passwordHash: password === undefined ? null : await hashPassword(password),
        epoch: randomUUID().slice(0, 8),
        apiKey: {
          id: key.id,
          hash: key.hash,
          hint: key.hint,
          label: 'First key',
          scopes: [...Scope.options],
        },
        session: { id: session.id, hash: session.hash, expiresAt: now + SESSION_MS },
        now,
      })
      if (!created) throw new OperatorError(`there is a user with the e-mail ${email} already`)
      return { user_id: userId, email, plan, api_key: key.value, session_token: session.value }
    },

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

    /** Changes a plan; it counts from the next request on. @throws OperatorError, Problem `service_unavailable` */
    async setPlan(emailOrId: string, plan: Plan): Promise<{ user_id: string; email: string; plan: Plan }> {
      const { id, email } = await find(emailOrId)
      await store.setPlan(id, plan, clock())
      await publishPlan(id, plan)
      return { user_id: id, email, plan }
    },

    /** Deletes an account with everything it has. @throws OperatorError, Problem `service_unavailable` */
    async remove(emailOrId: string): Promise<{ user_id: string; email: string; deleted: true }> {
      const { id, email } = await find(emailOrId)
      await bury(await store.credentials(id))
      await bury(await store.close(id, clock()))
      await store.erase(id)
      await forget(id)
      return { user_id: id, email, deleted: true }
    },

    /** @throws Problem `invalid_credentials` when the account is gone */
    async get({ userId }: Actor): Promise<User> {
      const row = await store.get(userId)
      if (row === undefined) throw new Problem('invalid_credentials')
      return {
        id: row.id,
        email: row.email,
        display_name: row.displayName,
        avatar_url: row.avatarUrl,
        plan: row.plan,
        settings_json: JSON.parse(row.settings) as Record<string, unknown>,
        has_provider_a_key: false,
        has_provider_b_key: false,
        has_provider_c_key: false,
        has_code_host_sync: false,
        created_at: timestamp(row.createdAt),
        updated_at: timestamp(row.updatedAt),
      }
    },

    /** The day's quota as it was found at admission, and the idea cap. */
    async usage({ userId, plan }: Actor, quota: Quota): Promise<Usage> {
      return {
        plan,
        limit: quota.limit,
        used: quota.used,
        reset: timestamp(quota.resetAt),
        idea_cap: plan === 'free' ? freePlanIdeaCap : null,
        ideas: await store.ideaCount(userId),
      }
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}
