import type { Actor } from '../actor.ts'
import { endEverywhere, type Bury } from '../admission/revocation.ts'
import { invalid, Problem } from '../problems.ts'
import type { PasswordCheck } from './password-check.ts'
import { hashPassword } from './password.ts'
import { presentUser } from './present.ts'
import type { ChangePassword, UpdateUser, User } from './schema.ts'
import type { AccountStore, ClosedUser, LoginRow, UserRow } from './store.ts'

type Dependencies = Readonly<{
  store: AccountStore
  check: PasswordCheck
  bury: Bury
  /** Deletes an account with everything it has. @throws Problem `service_unavailable` */
  erase: (account: ClosedUser) => Promise<void>
  /** What follows from other settings; may be repeated. @throws Problem `service_unavailable` */
  settingsChanged: (userId: string) => Promise<void>
  clock: () => number
}>

/** What the owner of an account does with it. */
export function createOwnAccount({ store, check, bury, erase, settingsChanged, clock }: Dependencies) {
  const loginOf = async (userId: string): Promise<LoginRow> => {
    const login = await store.login(userId)
    if (login === undefined) throw new Problem('invalid_credentials')
    return login
  }
  const demand = async (login: LoginRow, password: string, address: string): Promise<void> => {
    const { emailKey, passwordHash } = login
    if (!(await check({ emailKey, address }, password, passwordHash))) throw new Problem('wrong_password')
  }

  return {
    /** @throws Problem `invalid_credentials` when the account is gone */
    async get({ userId }: Actor): Promise<User> {
      return known(await store.get(userId))
    },

    /** Only supplied fields change; the settings are replaced whole. @throws Problem `invalid_credentials` */
    async update(actor: Actor, input: UpdateUser): Promise<User> {
      const isEmpty = input.display_name === undefined && input.settings_json === undefined
      if (isEmpty && actor.once === undefined) return known(await store.get(actor.userId))
      const { userId } = actor
      const { display_name: displayName = null, settings_json: json } = input
      const settings = json === undefined ? null : JSON.stringify(json)
      const user = await store.write(actor, {
        apply: async (tx) =>
          known(
            isEmpty
              ? await store.get(userId, tx)
              : await store.update({ userId, displayName, settings, now: clock() }, tx),
          ),
        recall: async (tx) => known(await store.get(userId, tx)),
      })
      if (settings !== null) await settingsChanged(userId)
      return user
    },

    /**
     * Sets a password and ends all other sessions of the user, everywhere, before it returns.
     * @throws Problem `validation_error` when the current password is not given, `wrong_password`,
     * `rate_limit_exceeded`, `service_unavailable`
     */
    async setPassword(actor: Actor, input: ChangePassword, address: string): Promise<void> {
      const login = await loginOf(actor.userId)
      if (login.passwordHash !== null) {
        if (input.current_password === undefined) throw invalid('current_password', 'is required')
        await demand(login, input.current_password, address)
      }
      const passwordHash = await hashPassword(input.new_password)
      const { userId, credentialId: keep } = actor
      await endEverywhere(bury, await store.otherSessions(userId, keep), async () => {
        const expected = login.passwordHash ?? ''
        const ended = await store.setPassword({ userId, passwordHash, expected, keep })
        if (ended === undefined) throw new Problem('wrong_password')
        return ended
      })
    },

    /**
     * Deletes the account with everything it has.
     * @throws Problem `wrong_password`, `rate_limit_exceeded`, `service_unavailable`
     */
    async remove({ userId }: Actor, password: string, address: string): Promise<void> {
      const login = await loginOf(userId)
      await demand(login, password, address)
      await erase({ id: userId, emailKey: login.emailKey })
    },
  }
}
export type OwnAccount = ReturnType<typeof createOwnAccount>

function known(row: UserRow | undefined): User {
  if (row === undefined) throw new Problem('invalid_credentials')
  return presentUser(row)
}
