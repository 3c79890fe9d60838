import { z } from 'zod'
import { Plan, Scope } from '../actor.ts'
import { isTaken } from '../graph/failures.ts'
import type { Graph, Statements as Tx } from '../graph/graph.ts'
import { defineQuery, int } from '../graph/query.ts'

const UserRow = z.strictObject({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
  avatarUrl: z.string(),
  plan: Plan,
  settings: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** Those that the user has keys for. */
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
const hashes = z.strictObject({ hashes: z.array(z.string()) })
const hash = z.strictObject({ hash: z.string() })
const user = { userId: z.string() }
const one = z.strictObject({ id: z.string() })
const batch = { ...user, limit: int }
const erased = z.strictObject({ erased: z.int() })

/** Every statement about accounts. */
export const accountQueries = {
  count: defineQuery('account/count.cypher', {}, z.strictObject({ users: z.int() })),
  create: defineQuery(
    'account/create.cypher',
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
  byEmail: defineQuery(
    'account/by-email.cypher',
    { emailKey: z.string() },
    z.strictObject({ login: LoginRow }),
  ),
  login: defineQuery('account/login.cypher', user, z.strictObject({ login: LoginRow })),
  otherSessions: defineQuery('account/other-sessions.cypher', { ...user, keep: z.string() }, hash),
  setPassword: defineQuery(
    'account/set-password.cypher',
    { ...user, passwordHash: z.string(), expected: z.string().nullable(), keep: z.string() },
    hashes,
  ),
  update: defineQuery(
    'account/update.cypher',
    { ...user, displayName: z.string().nullable(), settings: z.string().nullable(), now: int },
    z.strictObject({ user: UserRow }),
  ),
  unfinished: defineQuery('account/unfinished.cypher', { before: int }, z.strictObject({ user: ClosedUser })),
  get: defineQuery('account/get.cypher', user, z.strictObject({ user: UserRow })),
  find: defineQuery(
    'account/find.cypher',
    { emailKey: z.string(), id: z.string() },
    z.strictObject({ user: FoundUser }),
  ),
  list: defineQuery(
    'account/list.cypher',
    {},
    z.strictObject({ user: FoundUser.extend({ ideas: z.int() }) }),
  ),
  setPlan: defineQuery('account/set-plan.cypher', { ...user, plan: Plan, now: int }, one),
  usage: defineQuery('account/usage.cypher', user, z.strictObject({ ideas: z.int() })),
  close: defineQuery('account/close.cypher', { ...user, now: int }, hashes),
  credentials: defineQuery('account/credentials.cypher', user, hash),
  erasePassages: defineQuery('account/erase-passages.cypher', batch, erased),
  eraseIdeas: defineQuery('account/erase-ideas.cypher', batch, erased),
  eraseTags: defineQuery('account/erase-tags.cypher', batch, erased),
  eraseReceipts: defineQuery('account/erase-receipts.cypher', batch, erased),
  eraseReplies: defineQuery('account/erase-replies.cypher', batch, erased),
  eraseImports: defineQuery('account/erase-imports.cypher', batch, erased),
  eraseDuplicates: defineQuery('account/erase-duplicates.cypher', batch, erased),
  eraseUser: defineQuery('account/erase-user.cypher', user, one),
}

const BATCH = 1_000

/** The graph as the account feature uses it. */
export function createAccountStore(graph: Graph) {
  return {
    count: async (): Promise<number> => (await graph.read(accountQueries.count, {}))[0]?.users ?? 0,
    /** False when the e-mail is taken, also by an account that is being made at the same moment. */
    create: async (account: z.input<typeof accountQueries.create.params>): Promise<boolean> => {
      try {
        return (await graph.change(accountQueries.create, account)).length > 0
      } catch (error) {
        if (isTaken(error)) return false
        throw error
      }
    },
    write: graph.write,
    get: async (userId: string, tx: Tx = { run: graph.read }): Promise<UserRow | undefined> =>
      (await tx.run(accountQueries.get, { userId }))[0]?.user,
    update: async (
      changes: z.input<typeof accountQueries.update.params>,
      tx: Tx,
    ): Promise<UserRow | undefined> => (await tx.run(accountQueries.update, changes))[0]?.user,
    byEmail: async (emailKey: string): Promise<LoginRow | undefined> =>
      (await graph.read(accountQueries.byEmail, { emailKey }))[0]?.login,
    login: async (userId: string): Promise<LoginRow | undefined> =>
      (await graph.read(accountQueries.login, { userId }))[0]?.login,
    /** The hashes of all good tokens but those of one session. */
    otherSessions: async (userId: string, keep: string): Promise<string[]> =>
      (await graph.read(accountQueries.otherSessions, { userId, keep })).map((row) => row.hash),
    /** Answers the hashes of the tokens that it ended; nothing when the old password is another one by now. */
    setPassword: async (
      change: z.input<typeof accountQueries.setPassword.params>,
    ): Promise<string[] | undefined> => (await graph.change(accountQueries.setPassword, change))[0]?.hashes,
    /** Accounts that were closed before a moment and are still there. */
    unfinished: async (before: number): Promise<ClosedUser[]> =>
      (await graph.read(accountQueries.unfinished, { before })).map((row) => row.user),
    find: async (emailKey: string, id: string): Promise<FoundUser | undefined> =>
      (await graph.read(accountQueries.find, { emailKey, id }))[0]?.user,
    list: async () => (await graph.read(accountQueries.list, {})).map((row) => row.user),
    setPlan: async (userId: string, plan: Plan, now: number) =>
      graph.change(accountQueries.setPlan, { userId, plan, now }),
    ideaCount: async (userId: string): Promise<number> =>
      (await graph.read(accountQueries.usage, { userId }))[0]?.ideas ?? 0,
    credentials: async (userId: string): Promise<string[]> =>
      (await graph.read(accountQueries.credentials, { userId })).map((row) => row.hash),
    /** Ends every credential and write in Neo4j; answers the hashes of what it ended. */
    close: async (userId: string, now: number): Promise<string[]> =>
      (await graph.change(accountQueries.close, { userId, now }))[0]?.hashes ?? [],
    /** Everything that is the user's, in batches, but the user: a deletion that was cut short is run again. */
    erase: async (userId: string): Promise<void> => {
      for (const query of [
        accountQueries.erasePassages,
        accountQueries.eraseIdeas,
        accountQueries.eraseTags,
        accountQueries.eraseReceipts,
        accountQueries.eraseReplies,
        accountQueries.eraseImports,
        accountQueries.eraseDuplicates,
      ]) {
        while (((await graph.change(query, { userId, limit: BATCH }))[0]?.erased ?? 0) > 0);
      }
    },
    eraseUser: async (userId: string) => graph.change(accountQueries.eraseUser, { userId }),
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
