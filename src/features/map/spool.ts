import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { timestamp } from '../fields.ts'
import type { RelationType } from '../relations/schema.ts'
import type { Edge, Node } from './schema.ts'
import type { MapRow } from './store.ts'

const BATCH_CHARACTERS = 32 * 1024

/**
 * Turns rows into the map's JSON, compressed as it comes. A map of 10,000 ideas and 50,000 relations is spooled in
 * about 2 MB, so that the lock is given back at the speed of the database, not at that of the slowest client, and
 * a read that fails half-way is an honest error and not a torn answer. The edges, which are most of it, come first and
 * go straight through; only the nodes wait for their turn.
 */
export async function spoolMap(rows: AsyncIterable<MapRow>): Promise<Buffer[]> {
  const gzip = createGzip({ level: 1 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const write = async (bytes: Buffer): Promise<void> => {
    if (!gzip.write(bytes)) await new Promise((resolve) => gzip.once('drain', resolve))
  }

  const edges = createBatcher('{"edges":[')
  const nodes = createBatcher('],"nodes":[')
  for await (const row of rows) {
    for (const edge of row.edges) edges.add(JSON.stringify(presentEdge(row.id, edge)))
    nodes.add(JSON.stringify(presentNode(row)))
    for (const bytes of edges.takeFull()) await write(bytes)
  }
  for (const bytes of [...edges.takeAll(), ...nodes.takeAll()]) await write(bytes)
  gzip.end(']}')
  await finished(gzip)
  return chunks
}

/** Gathers list items, commas between them, into pieces of bytes of a good size to write. */
function createBatcher(head: string) {
  let full: Buffer[] = []
  let open = [head]
  let length = 0
  let separator = ''
  const close = (): void => {
    full.push(Buffer.from(open.join('')))
    open = []
    length = 0
  }
  const takeFull = (): Buffer[] => {
    const taken = full
    full = []
    return taken
  }
  return {
    add(item: string): void {
      open.push(separator, item)
      separator = ','
      length += item.length
      if (length >= BATCH_CHARACTERS) close()
    },
    takeFull,
    takeAll(): Buffer[] {
      close()
      return takeFull()
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
