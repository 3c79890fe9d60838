import { z } from 'zod'
import type { Graph } from './graph.ts'
import { defineQuery, int } from './query.ts'

/** The statement behind every sequence. */
export const sequenceQueries = {
  reserve: defineQuery(
    'sequences/reserve.cypher',
    { name: z.string(), size: int },
    z.strictObject({ first: z.int() }),
  ),
}

/** The kinds of things that have numeric ids of their own. */
export type SequenceName = 'idea' | 'tag' | 'link' | 'relation' | 'duplicate'

/** Hands out numeric ids that no process ever hands out again; ids of one process rise, those of several interleave. */
export type Sequence = Readonly<{
  next(): Promise<number>
  /** The first of so many consecutive ids that are the caller's alone. */
  block(size: number): Promise<number>
}>

const BLOCK = 100

/** Reserves ids in blocks (hi/lo). */
export function createSequence(graph: Pick<Graph, 'change'>, name: SequenceName): Sequence {
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
    block: reserve,
    async next() {
      while (block.next === block.end) {
        refill ??= fill().finally(() => (refill = undefined))
        await refill
      }
      block.next += 1
      return block.next - 1
    },
  }
}
