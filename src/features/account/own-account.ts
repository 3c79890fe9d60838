import type { Actor } from '../../platform/auth/actor.ts'
import type { Attempt } from '../../platform/limits/attempts.ts'
import { revokeEverywhere, type Revoke } from '../../platform/auth/revoke.ts'
import { invalid, Problem } from '../../platform/problems.ts'
import { timestamp } from '../../platform/schema.ts'
import type { PasswordCheck } from './password-check.ts'
import { hashPassword } from './password.ts'
import type { ChangePassword, UpdateUser, User } from './schema.ts'
import type { AccountStore, ClosedUser, LoginRow, UserRow } from './store.ts'

type Dependencies = Readonly<{
  store: AccountStore
  check: PasswordCheck
  revoke: Revoke
  /** Deletes an account with all its data. @throws Problem `service_unavailable` */
  erase: (account: ClosedUser) => Promise<void>
  /** Applies changed settings; idempotent. @throws Problem `service_unavailable` */
  settingsChanged: (userId: string) => Promise<void>
  clock: () => number
}>

/** From where a password is tried. */
type Client = Pick<Attempt, 'address' | 'browser'>

/** Operations on one's own account. */
export function createOwnAccount({ store, check, revoke, erase, settingsChanged, clock }: Dependencies) {
  const loginOf = async (userId: string): Promise<LoginRow> => {
    const login = await store.login(userId)
    if (login === undefined) throw new Problem('invalid_credentials')
    return login
  }
  const requirePassword = async (login: LoginRow, password: string, client: Client): Promise<void> => {
    const { address, browser } = client
    if (!(await check({ ...login, address, browser }, password))) throw new Problem('wrong_password')
  }

  return {
    /** @throws Problem `invalid_credentials` when the account was deleted */
    async get({ userId }: Actor): Promise<User> {
      return known(await store.get(userId))
    },

    /** Absent fields do not change; settings are replaced as a whole. @throws Problem `invalid_credentials` */
    async update(actor: Actor, input: UpdateUser): Promise<User> {
      const isEmpty = input.display_name === undefined && input.settings_json === undefined
      if (isEmpty && actor.idempotency === undefined) return known(await store.get(actor.userId))
      const { userId } = actor
      const { display_name: displayName = null, settings_json: json } = input
      const settings = json === undefined ? null : JSON.stringify(json)
      const user = await store.write(actor, async (tx) =>
        known(
          isEmpty
            ? await store.get(userId, tx)
            : await store.update({ userId, displayName, settings, now: clock() }, tx),
        ),
      )
      if (settings !== null) await settingsChanged(userId)
      return user
    },

    /**
     * Sets a password and revokes all other sessions of the user on all replicas before it returns.
     * @throws Problem `validation_error` without the current password, `wrong_password`,
     * `rate_limit_exceeded`, `service_unavailable`
     */
    async setPassword(actor: Actor, input: ChangePassword, client: Client): Promise<void> {
      const login = await loginOf(actor.userId)
      if (login.passwordHash !== null) {
        if (input.current_password === undefined) throw invalid('current_password', 'is required')
        await requirePassword(login, input.current_password, client)
      }
      const passwordHash = await hashPassword(input.new_password)
      const { userId, credentialId: keep } = actor
      await revokeEverywhere(revoke, await store.otherSessions(userId, keep), async () => {
        const expected = login.passwordHash ?? ''
        const ended = await store.setPassword({ userId, passwordHash, expected, keep })
        if (ended === undefined) throw new Problem('wrong_password')
        return ended
      })
    },

    /**
     * Deletes the account with all its data.
     * @throws Problem `wrong_password`, `rate_limit_exceeded`, `service_unavailable`
     */
    async remove({ userId }: Actor, password: string, client: Client): Promise<void> {
      const login = await loginOf(userId)
      await requirePassword(login, password, client)
      await erase({ id: userId, emailKey: login.emailKey })
    },
  }
}
export type OwnAccount = ReturnType<typeof createOwnAccount>

function known(row: UserRow | undefined): User {
  if (row === undefined) throw new Problem('invalid_credentials')
  return presentUser(row)
}

/** Maps an account to its API form. */
function presentUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    display_name: row.displayName,
    avatar_url: row.avatarUrl,
    plan: row.plan,
    settings_json: JSON.parse(row.settings) as Record<string, unknown>,
    has_provider_a_key: row.providers.includes('provider_a'),
    has_provider_b_key: row.providers.includes('provider_b'),
    has_provider_c_key: row.providers.includes('provider_c'),
    has_code_host_sync: false,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  }
}
