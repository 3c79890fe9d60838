import { z } from 'zod'
import { Plan, Scope } from '../../platform/auth/actor.ts'
import { isUniquenessViolation } from '../../platform/graph/failures.ts'
import type { Graph } from '../../platform/graph/graph.ts'
import { column, first, inBatches, queriesIn, int, type Tx } from '../../platform/graph/query.ts'

const query = queriesIn('account')

const UserRow = z.strictObject({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
  avatarUrl: z.string(),
  plan: Plan,
  settings: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** The providers for which the user has keys. */
  providers: z.array(z.string()),
})
export type UserRow = z.infer<typeof UserRow>

const FoundUser = z.strictObject({ id: z.string(), email: z.string(), plan: Plan, createdAt: z.int() })
export type FoundUser = z.infer<typeof FoundUser>

const ClosedUser = z.strictObject({ id: z.string(), emailKey: z.string() })
export type ClosedUser = z.infer<typeof ClosedUser>

const LoginRow = z.strictObject({
  userId: z.string(),
  emailKey: z.string(),
  passwordHash: z.string().nullable(),
})
export type LoginRow = z.infer<typeof LoginRow>

const NewKey = z.object({
  id: z.string(),
  hash: z.string(),
  hint: z.string(),
  label: z.string(),
  scopes: z.array(Scope),
})
const hashes = column('hashes', z.array(z.string()))
const hash = column('hash', z.string())
const user = { userId: z.string() }
const one = column('id', z.string())
const batch = { ...user, limit: int }
const erased = column('erased', z.int())

/** The statements on accounts. */
export const accountQueries = {
  create: query(
    'create',
    {
      ...user,
      email: z.string(),
      emailKey: z.string(),
      displayName: z.string(),
      plan: Plan,
      passwordHash: z.string().nullable(),
      epoch: z.string(),
      apiKeys: z.array(NewKey),
      session: z.object({
        id: z.string(),
        hash: z.string(),
        userAgent: z.string().nullable(),
        expiresAt: int,
      }),
      now: int,
    },
    one,
  ),
  byEmail: query('by-email', { emailKey: z.string() }, column('login', LoginRow)),
  login: query('login', user, column('login', LoginRow)),
  otherSessions: query('other-sessions', { ...user, keep: z.string() }, hash),
  setPassword: query(
    'set-password',
    { ...user, passwordHash: z.string(), expected: z.string().nullable(), keep: z.string() },
    hashes,
  ),
  update: query(
    'update',
    { ...user, displayName: z.string().nullable(), settings: z.string().nullable(), now: int },
    column('user', UserRow),
  ),
  unfinished: query('unfinished', { before: int }, column('user', ClosedUser)),
  get: query('get', user, column('user', UserRow)),
  find: query('find', { emailKey: z.string(), id: z.string() }, column('user', FoundUser)),
  list: query('list', {}, column('user', FoundUser.extend({ ideas: z.int() }))),
  setPlan: query('set-plan', { ...user, plan: Plan, now: int }, one),
  usage: query('usage', user, z.strictObject({ ideas: z.int(), attachmentBytes: z.int() })),
  close: query('close', { ...user, now: int }, hashes),
  credentials: query('credentials', user, hash),
  eraseUser: query('erase-user', user, one),
}

/** Those that delete what is of a user, in the order in which they run. */
export const erasures = {
  passages: query('erase-passages', batch, erased),
  relations: query('erase-relations', batch, erased),
  parts: query('erase-parts', batch, erased),
  ideas: query('erase-ideas', batch, erased),
  tags: query('erase-tags', batch, erased),
  tokens: query('erase-tokens', batch, erased),
  receipts: query('erase-receipts', batch, erased),
  replies: query('erase-replies', batch, erased),
  imports: query('erase-imports', batch, erased),
  duplicates: query('erase-duplicates', batch, erased),
}

const BATCH = 1_000

/** Repository of accounts. */
export function createAccountStore(graph: Graph) {
  return {
    count: graph.userCount,
    /** False if the e-mail is taken, also by a concurrent creation. */
    create: async (account: z.input<typeof accountQueries.create.params>): Promise<boolean> => {
      try {
        return (await graph.change(accountQueries.create, account)).length > 0
      } catch (error) {
        if (isUniquenessViolation(error)) return false
        throw error
      }
    },
    write: graph.write,
    get: async (userId: string, tx: Tx = { run: graph.read }): Promise<UserRow | undefined> =>
      first(tx.run, accountQueries.get, { userId }),
    update: async (
      changes: z.input<typeof accountQueries.update.params>,
      tx: Tx,
    ): Promise<UserRow | undefined> => first(tx.run, accountQueries.update, changes),
    byEmail: async (emailKey: string) => first(graph.read, accountQueries.byEmail, { emailKey }),
    login: async (userId: string) => first(graph.read, accountQueries.login, { userId }),
    /** The hashes of all tokens of sessions but those of the session `keep`. */
    otherSessions: async (userId: string, keep: string): Promise<string[]> =>
      graph.read(accountQueries.otherSessions, { userId, keep }),
    /** Returns the hashes of the revoked tokens; undefined if the password was changed meanwhile. */
    setPassword: async (
      change: z.input<typeof accountQueries.setPassword.params>,
    ): Promise<string[] | undefined> => first(graph.change, accountQueries.setPassword, change),
    /** Accounts that were closed before the given time and are not deleted yet. */
    unfinished: async (before: number) => graph.read(accountQueries.unfinished, { before }),
    find: async (emailKey: string, id: string) => first(graph.read, accountQueries.find, { emailKey, id }),
    list: async () => graph.read(accountQueries.list, {}),
    setPlan: async (userId: string, plan: Plan, now: number) =>
      graph.change(accountQueries.setPlan, { userId, plan, now }),
    /** The number of active ideas, and the bytes of all attachments. */
    usage: async (userId: string, tx?: Tx) =>
      (await first(tx?.run ?? graph.read, accountQueries.usage, { userId })) ?? {
        ideas: 0,
        attachmentBytes: 0,
      },
    credentials: async (userId: string) => graph.read(accountQueries.credentials, { userId }),
    /** Revokes all credentials and prevents further writes; returns the hashes of the revoked credentials. */
    close: async (userId: string, now: number): Promise<string[]> =>
      (await first(graph.change, accountQueries.close, { userId, now })) ?? [],
    /** Deletes all data of the user except the user node, in batches; idempotent. */
    erase: async (userId: string): Promise<void> => {
      for (const erasure of Object.values(erasures))
        await inBatches(graph.change, erasure, { userId, limit: BATCH })
    },
    eraseUser: async (userId: string) => graph.change(accountQueries.eraseUser, { userId }),
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
