import { createRows, type Located, type NumberedIdea, type Numbers } from './batch-rows.ts'
import type { Plan } from './plan-import.ts'
import type { ImportedTag, RecordKind } from './schema.ts'
import type { Spool, Spooled } from './spool.ts'
import type { DuplicateRow, LinkRow, MergeRow, RelationRow } from './store.ts'

/** Maximum size of a transaction; without links the division is that of older versions, whose imports can be resumed. */
const BATCH = { records: 500, characters: 500_000, links: 5_000 } as const

/**
 * Divides the accepted records into transactions. It is deterministic: the same spool, plan and state give the same batches
 * with the same ids, so that an interrupted import can be resumed.
 */
export async function* cutBatches(spool: Spool, plan: Plan, state: Numbers): AsyncGenerator<Batch> {
  let batch = emptyBatch()
  let size = { records: 0, characters: 0, links: 0 }
  for await (const item of items(spool, plan, state)) {
    const { body = '', links = [] } = item.kind === 'ideas' ? item.row.value : {}
    const next = {
      records: size.records + 1,
      characters: size.characters + body.length,
      links: size.links + links.length,
    }
    const fits =
      next.records <= BATCH.records && next.characters <= BATCH.characters && next.links <= BATCH.links
    if (size.records > 0 && !fits) {
      yield batch
      batch = emptyBatch()
      size = { records: 1, characters: body.length, links: links.length }
    } else size = next
    ;(batch[item.kind] as (typeof item.row)[]).push(item.row)
  }
  if (size.records > 0) yield batch
}

type Item = { [Kind in keyof Batch]: Readonly<{ kind: Kind; row: Batch[Kind][number] }> }[keyof Batch]

/** All records in order of their dependencies. */
async function* items(spool: Spool, plan: Plan, state: Numbers): AsyncGenerator<Item> {
  const rows = createRows(plan, state)
  for await (const [, { value }] of kept(spool, plan, 'tags')) yield { kind: 'tags', row: value }
  for await (const [position, { value }] of kept(spool, plan, 'ideas'))
    yield { kind: 'ideas', row: rows.idea(position, value) }
  for (const [archived, survivor] of plan.survivors)
    yield { kind: 'merges', row: rows.merge(archived, survivor) }
  for await (const [, record] of kept(spool, plan, 'relations'))
    yield { kind: 'relations', row: rows.relation(record) }
  for (const parent of plan.parents) yield { kind: 'relations', row: rows.parent(parent) }
  for await (const [, record] of kept(spool, plan, 'links')) yield { kind: 'links', row: rows.link(record) }
  for await (const [, record] of kept(spool, plan, 'attachments'))
    yield { kind: 'links', row: rows.attachment(record) }
  for await (const [, record] of kept(spool, plan, 'duplicates'))
    yield { kind: 'duplicates', row: rows.duplicate(record) }
}

async function* kept<Kind extends RecordKind>(
  spool: Spool,
  { skipped }: Plan,
  kind: Kind,
): AsyncGenerator<[position: number, record: Spooled<Kind>]> {
  let position = 0
  for await (const record of spool.read(kind)) {
    if (!skipped[kind].has(position)) yield [position, record]
    position += 1
  }
}

function emptyBatch() {
  return {
    tags: [] as ImportedTag[],
    ideas: [] as NumberedIdea[],
    merges: [] as MergeRow[],
    relations: [] as Located<RelationRow>[],
    links: [] as Located<LinkRow>[],
    duplicates: [] as Located<DuplicateRow>[],
  }
}
/** What is written in one transaction. */
export type Batch = ReturnType<typeof emptyBatch>
