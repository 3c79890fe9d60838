import { firstDetails } from '../../platform/problem-details.ts'
import { Problem } from '../../platform/problems.ts'
import { LINKS_PER_IDEA } from '../links/schema.ts'
import { RELATIONS_PER_IDEA } from '../relations/schema.ts'
import { TAGS_PER_ACCOUNT } from '../tags/schema.ts'
import { planImport, type Plan } from './plan-import.ts'
import type { ReadResult } from './read-file.ts'
import type { Rejections } from './rejections.ts'
import { IMPORT_LIMITS, type ImportQuery, type RecordKind } from './schema.ts'
import type { Spool } from './spool.ts'
import type { ImportState } from './store.ts'
import type { Needs } from './import-writer.ts'

const DAY_MS = 24 * 60 * 60_000
const { exportedLinks, exportedRelations, exportedTags } = IMPORT_LIMITS
const LIMITS = {
  lines: { links: LINKS_PER_IDEA, relations: RELATIONS_PER_IDEA, tags: TAGS_PER_ACCOUNT },
  export: { links: exportedLinks, relations: exportedRelations, tags: exportedTags },
} as const

/**
 * Validates what was read against the start of the import (`startedAt`) and the ideas that the account had room for then (`room`).
 * @throws Problem `validation_error`, `idea_cap_reached` (strict)
 */
export async function validateImport(
  spool: Spool,
  readResult: ReadResult,
  { room, startedAt }: Pick<ImportState, 'room' | 'startedAt'>,
  { mode }: ImportQuery,
): Promise<Plan> {
  const isStrict = mode === 'strict'
  const limits = { ...LIMITS[readResult.form], room: isStrict ? null : room, latest: startedAt + DAY_MS }
  const plan = await planImport(spool, limits, readResult.rejections, readResult.archive)
  if (isStrict) refuse(plan.rejections)
  if (isStrict && room !== null && plan.activeIdeas > room) throw new Problem('idea_cap_reached')
  return plan
}

function refuse({ first, count }: Rejections): void {
  if (count === 0) return
  const details = first.map(({ record, path, message }) => ({
    path: path === '' ? record : `${record}.${path}`,
    message,
  }))
  throw new Problem('validation_error', { details: firstDetails(details, count) })
}

/** Upper bounds of the number of ids of each kind. */
export function needsOf(spool: Spool, plan: Plan): Needs {
  return {
    ideas: spool.count('ideas'),
    links: plan.linksInIdeas + spool.count('links') + spool.count('attachments'),
    relations: plan.parents.length + spool.count('relations'),
    duplicates: spool.count('duplicates'),
  }
}

/** The counts of a completed import's report. `refused` are the records of a valid file that the account did not take. */
export function reportOf(spool: Spool, plan: Plan, { tags, refused }: Pick<ImportState, 'tags' | 'refused'>) {
  const kept = (kind: RecordKind): number => spool.count(kind) - plan.skipped[kind].size
  return {
    repeated: false,
    ideas: plan.ideas,
    tags,
    links: plan.linksInIdeas + kept('links') + kept('attachments') - refused.links,
    relations: plan.parents.length + kept('relations') - refused.relations,
    duplicates: kept('duplicates') - refused.duplicates,
    rejected: [...plan.rejections.first, ...plan.leftOut.first, ...refused.first].slice(
      0,
      IMPORT_LIMITS.rejections,
    ),
    rejected_count:
      plan.rejections.count + plan.leftOut.count + refused.relations + refused.links + refused.duplicates,
  }
}
