import type { Located } from './batch-rows.ts'
import type { Batch } from './batches.ts'
import type { Plan } from './plan-import.ts'
import { IMPORT_LIMITS, type Rejection } from './schema.ts'
import type { Created, Refused } from './store.ts'

/** The relations of a batch that were created and must not close a cycle. */
export function acyclicIn({ relations }: Batch, created: Created, { isForced }: Plan): Batch['relations'] {
  return relations.filter(
    ({ id, type }) => created.relations.get(id) === 'made' && (type !== 'SUPERSEDES' || !isForced),
  )
}

const MESSAGES = {
  cycle: 'would create a cycle',
  exists: 'exists already',
  gone: 'refers to an idea that was deleted or merged meanwhile',
  noFile: 'is an attachment whose file could not be read, or whose idea was deleted or merged meanwhile',
} as const

function because({ at, path }: Located<unknown>, reason: keyof typeof MESSAGES): Rejection {
  return { record: at, path, message: MESSAGES[reason] }
}

/** Adds the records of a batch that could not be created. */
export function addRefused(
  before: Refused,
  batch: Batch,
  created: Created,
  cycles: ReadonlySet<Batch['relations'][number]>,
): Refused {
  const relations = batch.relations.flatMap((row) => {
    const outcome = cycles.has(row) ? 'cycle' : (created.relations.get(row.id) ?? 'gone')
    return outcome === 'made' ? [] : because(row, outcome)
  })
  const links = batch.links.flatMap((row) =>
    created.links.has(row.id) ? [] : because(row, row.file === null ? 'gone' : 'noFile'),
  )
  const duplicates = batch.duplicates.flatMap((row) =>
    created.duplicates.has(row.id) ? [] : because(row, 'gone'),
  )
  return {
    relations: before.relations + relations.length,
    links: before.links + links.length,
    duplicates: before.duplicates + duplicates.length,
    first: [...before.first, ...relations, ...links, ...duplicates].slice(0, IMPORT_LIMITS.rejections),
  }
}
