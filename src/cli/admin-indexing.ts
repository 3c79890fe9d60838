import { setTimeout } from 'node:timers/promises'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { OperatorError } from '../platform/operator-error.ts'
import type { Indexing } from '../features/indexing/indexing.ts'
import { idArgument } from './arguments.ts'
import { withApplication } from './admin-application.ts'
import { printRecord, printTable, say } from './output.ts'

type ReindexOptions = Readonly<{ wait: boolean; incomplete?: boolean; json?: boolean }>
type JobsOptions = Readonly<{ retry?: true | number[]; json?: boolean }>

const LOOK_MS = 500

/** `ideas admin jobs`: pending and given-up background jobs. */
export function jobsCommand(): Command {
  return new Command('jobs')
    .description('List background jobs that were given up')
    .option('--retry [ideas...]', 'retry all of them, or those of the given ideas', ideaIds)
    .option('--json', 'print JSON, for programs')
    .action(async ({ retry, json }: JobsOptions) => {
      const ids = Array.isArray(retry) ? retry : null
      await withApplication(async ({ indexing: { jobs } }) => {
        if (retry !== undefined) {
          printRecord({ retried: await jobs.retry(ids) }, json)
          return
        }
        const [{ pending, failed }, list] = [await jobs.counts(), await jobs.failed()]
        const rows = list.map(({ ideaId: idea_id, userId: user_id, failedAt, attempts, error }) => ({
          idea_id,
          user_id,
          failed_at: new Date(failedAt).toISOString(),
          attempts,
          error,
        }))
        if (json) printRecord({ pending, failed, jobs: rows }, json)
        else {
          printTable(rows, json)
          say(`${pending} waiting, ${failed} given up`)
        }
      })
    })
}

function ideaIds(value: string, previous: readonly number[] = []): number[] {
  return [...previous, idArgument(value)]
}

/** `ideas admin reindex`: has the running service build a new vector index while the current one stays active. */
export function reindexCommand(): Command {
  return new Command('reindex')
    .description('Rebuild the vector index while the current one stays active, or watch a rebuild')
    .option('--no-wait', 'do not wait until it is complete')
    .option('--incomplete', 'use it although ideas are missing whose jobs were given up')
    .option('--json', 'print JSON, for programs')
    .action(async ({ wait, incomplete = false, json }: ReindexOptions) => {
      await withApplication(async ({ indexing }) => {
        const index = (await indexing.building()) ?? (incomplete ? undefined : await begun(indexing))
        if (index === undefined || (incomplete && !wait))
          throw new OperatorError('--incomplete waits for an index that is being built')
        if (wait) await watch(indexing, index.id, incomplete)
        printRecord({ model: index.model, dimensions: index.dimensions, complete: wait }, json)
      })
    })
}

function missing(ideas: number): string {
  return `${ideas} of the ideas could not be indexed, so the former index stays: "ideas admin jobs" says why; use --retry there, or --incomplete here`
}

async function begun(indexing: Indexing) {
  await indexing.rebuild()
  const index = await indexing.building()
  if (index === undefined) throw new OperatorError('there is no vector index yet: is the service running?')
  return index
}

/** Waits until the index is active, with a progress bar on a terminal. @throws OperatorError when it lacks given-up ideas, unless `incomplete` */
async function watch(indexing: Indexing, id: string, incomplete: boolean): Promise<void> {
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: 'reindexing [{bar}] {value} of {total} ideas', clearOnComplete: true })
    : undefined
  bar?.start(1, 0)
  try {
    for (;;) {
      const progress = await indexing.progress(id)
      if (progress === undefined) throw new OperatorError('another model was set up meanwhile')
      if (progress.isComplete) return
      if (progress.isStuck && incomplete) await indexing.switch(id)
      else if (progress.isStuck) throw new OperatorError(missing(progress.lacking))
      bar?.setTotal(Math.max(1, progress.total))
      bar?.update(progress.done)
      await setTimeout(LOOK_MS)
    }
  } finally {
    bar?.stop()
  }
}
