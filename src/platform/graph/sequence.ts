import { z } from 'zod'
import type { Graph } from './graph.ts'
import { int, queriesIn } from './query.ts'

const query = queriesIn('graph')

/** The statement behind every sequence. */
export const sequenceQueries = {
  reserve: query('sequence-reserve', { name: z.string(), size: int }, z.strictObject({ first: z.int() })),
}

/** The kinds of entities with numeric ids. */
export type SequenceName = 'idea' | 'tag' | 'link' | 'relation' | 'duplicate'

const BLOCK = 100

/** Generates unique numeric ids, ascending within a process; reserves them in blocks (hi/lo). */
export function createSequence(graph: Pick<Graph, 'change'>, name: SequenceName) {
  const block = { next: 0, end: 0 }
  let refill: Promise<void> | undefined

  const reserve = async (size: number): Promise<number> => {
    const [row] = await graph.change(sequenceQueries.reserve, { name, size })
    if (row === undefined) throw new Error(`no sequence ${name}: the database is not migrated`)
    return row.first
  }
  const fill = async (): Promise<void> => {
    block.next = await reserve(BLOCK)
    block.end = block.next + BLOCK
  }
  return {
    /** Reserves `size` consecutive ids for the caller and returns the first. */
    block: reserve,
    async next(): Promise<number> {
      while (block.next === block.end) {
        refill ??= fill().finally(() => (refill = undefined))
        await refill
      }
      block.next += 1
      return block.next - 1
    },
  }
}
export type Sequence = ReturnType<typeof createSequence>
