import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { timestamp } from '../fields.ts'
import type { RelationType } from '../relations/schema.ts'
import type { Edge, Node } from './schema.ts'
import type { MapRow } from './store.ts'

const CHUNK = 64 * 1024

/**
 * Turns rows into the map's JSON, compressed as it comes. A map of 10,000 ideas and 50,000 relations is spooled in
 * about 2 MB, so that the lock is given back at the speed of the database, not at that of the slowest client, and
 * a read that fails half-way is an honest error and not a torn answer.
 */
export async function spoolMap(rows: AsyncIterable<MapRow>): Promise<Buffer[]> {
  const gzip = createGzip({ level: 1 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const write = async (text: string): Promise<void> => {
    if (!gzip.write(text)) await new Promise((resolve) => gzip.once('drain', resolve))
  }

  const edges = batcher()
  const nodes = batcher()
  await write('{"nodes":[')
  for await (const row of rows) {
    nodes.add(JSON.stringify(presentNode(row)))
    for (const edge of row.edges) edges.add(JSON.stringify(presentEdge(row.id, edge)))
    for (const batch of nodes.full()) await write(batch)
  }
  for (const batch of nodes.all()) await write(batch)
  await write('],"edges":[')
  for (const batch of edges.all()) await write(batch)
  gzip.end(']}')
  await finished(gzip)
  return chunks
}

/** Gathers list items into strings of a good size to write, commas between them. */
function batcher() {
  let batches: string[] = []
  let open = ''
  let empty = true
  return {
    add(item: string): void {
      open += empty ? item : `,${item}`
      empty = false
      if (open.length >= CHUNK) {
        batches.push(open)
        open = ''
      }
    },
    full(): string[] {
      const ready = batches
      batches = []
      return ready
    },
    all(): string[] {
      const ready = open === '' ? batches : [...batches, open]
      batches = []
      open = ''
      return ready
    },
  }
}

function presentNode(row: MapRow): Node {
  return {
    id: row.id,
    title: row.title,
    status: row.status as Node['status'],
    tags: row.tags.sort(([a], [b]) => a - b).map(([, name]) => name),
    connectionCount: row.connectionCount,
    created_at: timestamp(row.createdAt),
  }
}

function presentEdge(
  source: number,
  [id, target, type, note, createdAt, score]: MapRow['edges'][number],
): Edge {
  const relationType = type.toLowerCase() as RelationType
  return {
    id,
    source,
    target,
    relation_type: relationType,
    type: relationType,
    note,
    score,
    created_at: timestamp(createdAt),
  }
}
