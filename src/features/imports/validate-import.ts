import { Problem } from '../../platform/problems.ts'
import { planImport, type Plan } from './plan-import.ts'
import type { ReadResult } from './read-file.ts'
import type { ImportQuery, Rejection } from './schema.ts'
import type { Spool } from './spool.ts'
import type { ImportState } from './store.ts'
import type { Needs } from './import-writer.ts'

/** The accepted and the rejected records of a file. */
export type ValidatedImport = Readonly<{ plan: Plan; rejections: Rejection[] }>

const DAY_MS = 24 * 60 * 60_000
const MAX_REPORTED = 1_000

/**
 * Judges what was read, as an import that began then, with that much room.
 * @throws Problem `validation_error`, `idea_cap_reached` (strict)
 */
export async function validateImport(
  spool: Spool,
  readResult: ReadResult,
  { room, startedAt }: Pick<ImportState, 'room' | 'startedAt'>,
  { mode }: ImportQuery,
): Promise<ValidatedImport> {
  const isStrict = mode === 'strict'
  const plan = await planImport(spool, { room: isStrict ? null : room, latest: startedAt + DAY_MS })
  const rejections = [...readResult.rejections, ...plan.rejections]
  if (isStrict) refuse(rejections)
  if (isStrict && room !== null && plan.activeIdeas > room) throw new Problem('idea_cap_reached')
  return { plan, rejections }
}

function refuse(rejections: readonly Rejection[]): void {
  if (rejections.length === 0) return
  const details = rejections.slice(0, MAX_REPORTED).map(({ record, path, message }) => ({
    path: path === '' ? record : `${record}.${path}`,
    message,
  }))
  throw new Problem('validation_error', { details })
}

/** Upper bounds of the number of ids of each kind. */
export function needsOf(spool: Spool, plan: Plan): Needs {
  return {
    ideas: spool.count('ideas'),
    links: plan.linksInIdeas + spool.count('links'),
    relations: plan.parents.length + spool.count('relations'),
    duplicates: spool.count('duplicates'),
  }
}

/** The counts of a completed import's report. */
export function reportOf(spool: Spool, { plan, rejections }: ValidatedImport, tags: number) {
  return {
    repeated: false,
    ideas: plan.ideas,
    tags,
    links: plan.linksInIdeas + spool.count('links') - plan.skipped.links.size,
    relations: plan.parents.length + spool.count('relations') - plan.skipped.relations.size,
    duplicates: spool.count('duplicates') - plan.skipped.duplicates.size,
    rejected: rejections.slice(0, MAX_REPORTED),
    rejected_count: rejections.length,
  }
}
