import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { presentEdge, presentNode, type MapRow } from './present.ts'

const BATCH_CHARACTERS = 32 * 1024

/**
 * Serialises rows as the map's JSON and writes it to `output`: the rows are read at the speed of the
 * database, not of the slowest client, and a read that fails half-way yields an error instead of a truncated response. The edges,
 * which are most of it, are written immediately; only the nodes are collected until the end.
 */
export async function writeMap(rows: AsyncIterable<MapRow>, output: Writable): Promise<void> {
  await pipeline(serialised(rows), output)
}

async function* serialised(rows: AsyncIterable<MapRow>): AsyncGenerator<Buffer> {
  const edges = createBatcher('{"edges":[')
  const nodes = createBatcher('],"nodes":[')
  for await (const row of rows) {
    for (const edge of row.edges) edges.add(JSON.stringify(presentEdge(row.id, edge)))
    nodes.add(JSON.stringify(presentNode(row)))
    yield* edges.takeFull()
  }
  yield* edges.takeAll()
  yield* nodes.takeAll()
  yield Buffer.from(']}')
}

/** Joins list items with commas into buffers of a size that is efficient to write. */
function createBatcher(head: string) {
  const full: Buffer[] = []
  let open = head
  let separator = ''
  return {
    add(item: string): void {
      open += separator + item
      separator = ','
      if (open.length < BATCH_CHARACTERS) return
      full.push(Buffer.from(open))
      open = ''
    },
    takeFull: (): Buffer[] => full.splice(0),
    takeAll: (): Buffer[] => [...full.splice(0), Buffer.from(open)],
  }
}
