import { Mutex, Semaphore, withTimeout, type MutexInterface } from 'async-mutex'
import { LRUCache } from 'lru-cache'
import pRetry from 'p-retry'
import type { Actor } from '../../platform/auth/actor.ts'
import { tooMuch } from '../../platform/limits/shares.ts'
import { digest } from '../../platform/digest.ts'
import { asOutage } from '../../platform/files/failures.ts'
import { Problem } from '../../platform/problems.ts'
import { tagKey, TAGS_PER_ACCOUNT } from '../tags/schema.ts'
import type { AttachmentsFeature } from '../attachments/feature.ts'
import type { TagsFeature } from '../tags/feature.ts'
import type { Archive } from './archive.ts'
import { cutBatches } from './batches.ts'
import { validateImport, needsOf, reportOf } from './validate-import.ts'
import type { Plan } from './plan-import.ts'
import { readFile, type ReadResult, type Source } from './read-file.ts'
import { IMPORT_LIMITS, type ImportQuery, type ImportReport } from './schema.ts'
import { createSpool, type Spool } from './spool.ts'
import { NOTHING_REFUSED, type ImportState } from './store.ts'
import { storeBatchFiles } from './store-batch-files.ts'
import { createImportWriter, type WriterDependencies } from './import-writer.ts'

type Dependencies = WriterDependencies &
  Readonly<{
    tags: Pick<TagsFeature['tags'], 'resolve' | 'list'>
    storeFiles: AttachmentsFeature['storeFiles']
    /** The folder for files while they are imported. */
    spoolFolder: string
    /** Announces new jobs in the outbox. */
    wake: () => void
  }>

/** An import as it was agreed on at its start. */
type Agreed = Readonly<{ key: string; spool: Spool; plan: Plan; archive: Archive | undefined }>

const RETRY_AFTER_S = 10
/** How often a batch is tried that does not get through in time beside other work. */
const TRIES = 3
/** Users whose uploads take turns in this process. */
const MAX_USERS = 1_000

/** Imports: a file is validated as a whole, then written in transactions; an interrupted import can be resumed. */
export function createImports(deps: Dependencies) {
  const { store, tags, usage, freePlanIdeaCap, accountBytes, storeFiles } = deps
  const { spoolFolder, wake, clock } = deps
  const writer = createImportWriter(deps)
  const { uploads, uploadWaitMs, running, runWaitMs } = IMPORT_LIMITS
  const uploadsOfUser = new LRUCache<string, MutexInterface>({
    max: MAX_USERS,
    memoMethod: () => withTimeout(new Mutex(), uploadWaitMs, tooMuch(RETRY_AFTER_S)),
  })
  const allUploads = withTimeout(new Semaphore(uploads), uploadWaitMs, tooMuch(RETRY_AFTER_S))
  const runs = withTimeout(new Semaphore(running), runWaitMs, tooMuch(RETRY_AFTER_S))

  const roomOf = async ({ plan, userId }: Actor): Promise<number | null> =>
    plan === 'free' ? Math.max(0, freePlanIdeaCap - (await usage(userId)).ideas) : null

  const run = async (
    given: Actor,
    query: ImportQuery,
    spool: Spool,
    readResult: ReadResult,
  ): Promise<ImportReport> => {
    const { fingerprint } = readResult
    const importId = query.import_id ?? fingerprint
    const key = digest([given.userId, importId])
    const idempotency = given.idempotency && {
      ...given.idempotency,
      fingerprint: `${given.idempotency.fingerprint} ${fingerprint}`,
    }
    const actor = { ...given, idempotency }
    // Checked before any write, because the response is stored only by the last transaction.
    const kept = idempotency && (await store.dryRun<ImportReport | undefined>(actor, async () => undefined))
    if (kept !== undefined) return kept
    // Read before the state of the import, whose own writes must not count against the cap.
    const roomNow = await roomOf(actor)
    const known = await store.read(key)
    if (known !== undefined && known.fingerprint !== fingerprint) throw new Problem('import_id_reused')
    if (known !== undefined && known.report !== null) {
      const report = JSON.parse(known.report) as ImportReport
      return writer.keep(actor, { ...report, repeated: true, dry_run: query.dry_run })
    }
    const start = known ?? { room: roomNow, startedAt: clock() }
    const { archive } = readResult
    const plan = await validateImport(spool, readResult, start, query)
    if (known === undefined) await admitFiles(actor, plan)
    const head = { import_id: importId, dry_run: query.dry_run }
    const tagCount = await newTags(actor, plan, known !== undefined)
    // What writes nothing is not remembered: sent again, such as with the right media type, the file is judged anew.
    const isNothing = known === undefined && plan.ideas === 0 && plan.tagKeys.size === 0
    if (query.dry_run || isNothing) {
      const report = reportOf(spool, plan, { tags: tagCount, refused: NOTHING_REFUSED })
      return writer.keep(actor, { ...report, ...head })
    }
    const { room, startedAt } = start
    const needs = needsOf(spool, plan)
    const state = await writer.begin(actor, { key, fingerprint, room, startedAt }, needs)
    // If the same import was started elsewhere in between, its decisions apply.
    const agrees = state.room === room && state.startedAt === startedAt
    const agreed = agrees ? plan : await validateImport(spool, readResult, state, query)
    await writeAll(actor, { key, spool, plan: agreed, archive }, state)
    return writer.finish(actor, key, (written) => ({ ...reportOf(spool, agreed, written), ...head }))
  }

  const writeAll = async (
    actor: Actor,
    { key, spool, plan, archive }: Agreed,
    state: ImportState,
  ): Promise<void> => {
    let batchIndex = 0
    for await (const batch of cutBatches(spool, plan, state)) {
      if (batchIndex >= state.cursor) {
        await storeBatchFiles(batch, archive, storeFiles)
        const at = batchIndex
        await pRetry(async () => writer.write(actor, key, at, batch, plan), {
          retries: TRIES - 1,
          minTimeout: 0,
          shouldRetry: async ({ error }) =>
            error instanceof Problem && error.code === 'service_unavailable' && store.answers(),
        })
      }
      wake()
      batchIndex += 1
    }
  }

  /** @throws Problem `attachments_full` */
  const admitFiles = async ({ userId }: Actor, { attachmentBytes }: Plan): Promise<void> => {
    if (attachmentBytes === 0) return
    const { attachmentBytes: existing } = await usage(userId)
    if (existing + attachmentBytes > accountBytes)
      throw new Problem('attachments_full', { max_bytes: accountBytes })
  }

  /** The number of tags that a file would create. What has begun goes on. @throws Problem `tags_too_many` */
  const newTags = async (actor: Actor, { tagKeys, mostTags }: Plan, hasBegun: boolean): Promise<number> => {
    if (tagKeys.size === 0) return 0
    const existing = new Set((await tags.list(actor)).map(({ name }) => tagKey(name)))
    const created = [...tagKeys].filter((key) => !existing.has(key)).length
    const most = existing.size === 0 ? mostTags : TAGS_PER_ACCOUNT
    if (!hasBegun && created > 0 && existing.size + created > most) throw new Problem('tags_too_many')
    return created
  }

  return {
    /**
     * Imports a file. Idempotent by import id; an interrupted import is resumed.
     * @throws Problem `malformed_json`, `import_too_large`, `validation_error`, `import_id_reused`, `idea_cap_reached`,
     * `attachments_full`, `tags_too_many`, `too_much_at_once`, `client_left`, `service_unavailable`
     */
    async run(actor: Actor, query: ImportQuery, source: Source): Promise<ImportReport> {
      // The turn comes before the body is read, so that spooled bytes are bounded per user and in all.
      const turn = uploadsOfUser.memo(actor.userId).runExclusive(async () =>
        allUploads.runExclusive(async () => {
          const spool = await createSpool(spoolFolder)
          try {
            // Before a turn to run, so that a slow client does not block other imports.
            const mostBytes = IMPORT_LIMITS.fileBytes + accountBytes
            const reading = await readFile(spool, source, mostBytes)
            try {
              return await runs.runExclusive(async () => run(actor, query, spool, reading))
            } finally {
              reading.archive?.close()
            }
          } finally {
            await spool.remove()
          }
        }),
      )
      return turn.catch(asOutage)
    },
  }
}
export type Imports = ReturnType<typeof createImports>
