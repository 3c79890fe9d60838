import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import which from 'which'
import { startProcess, type ServerProcess } from '../../src/local/child-process.ts'
import { redisServerProgram } from '../../src/local/host-servers.ts'
import { usualPorts } from '../../src/local/launch-options.ts'
import { pickPort } from '../../src/local/ports.ts'

/** A cluster of three masters without replicas. */
export type RedisCluster = Readonly<{
  url: string
  /** A connection to each node. */
  nodes: readonly Redis[]
  /** Moves a slot with its keys to another node. */
  moveSlot(slot: number): Promise<void>
  stop(): Promise<void>
}>

const PASSWORD = 'for-tests-only'
const SLOTS = 16_384
const NODES = 3
/** A node's cluster bus listens on its port + 10,000, which must be a valid port. */
const PORTS = { from: 20_000, to: 45_000 } as const

/** Whether this machine has a `redis-server` or can download one. */
export function canRunCluster(): boolean {
  return ['redis-server', 'mvn'].some((program) => which.sync(program, { nothrow: true }) !== null)
}

/** Starts the nodes as local programs and joins them. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ideas-cluster-'))
  const processes: ServerProcess[] = []
  const nodes: Redis[] = []
  const stop = async (): Promise<void> => {
    for (const node of nodes) node.disconnect()
    await Promise.all(processes.map(async (each) => each.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { signal } = new AbortController()
    const program = await redisServerProgram({ dataDir: folder, ports: usualPorts, signal })
    const ports: number[] = []
    for (let index = 0; index < NODES; index += 1) {
      const port = await portWithBus()
      ports.push(port)
      processes.push(await startNode(program, path.join(folder, String(port)), port))
      // Refused until the node listens; ioredis retries.
      nodes.push(new Redis({ host: '127.0.0.1', port, password: PASSWORD }).on('error', () => undefined))
    }
    await join(nodes, ports)
    const url = `redis://default:${PASSWORD}@127.0.0.1:${String(ports[0])}`
    return { url, nodes, moveSlot: async (slot) => moveSlot(nodes, slot), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function portWithBus(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from))
    const free = await Promise.all([port, port + 10_000].map(async (one) => (await pickPort(one)) === one))
    if (free.every(Boolean)) return port
  }
}

async function startNode(command: string, folder: string, port: number): Promise<ServerProcess> {
  return startProcess({
    command,
    args: ['-'],
    input: `bind 127.0.0.1
port ${String(port)}
requirepass ${PASSWORD}
masterauth ${PASSWORD}
cluster-enabled yes
cluster-config-file ${folder}.nodes
save ""
`,
    logFile: `${folder}.log`,
    recordFile: `${folder}.json`,
  })
}

async function join(nodes: readonly Redis[], ports: readonly number[]): Promise<void> {
  for (const [index, node] of nodes.entries()) {
    const [first, last] = [index, index + 1].map((share) => Math.floor((share * SLOTS) / NODES))
    const slots = Array.from({ length: (last ?? 0) - (first ?? 0) }, (_, offset) => (first ?? 0) + offset)
    await node.call('CLUSTER', 'ADDSLOTS', ...slots)
    await node.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1)
  }
  for (const port of ports) await nodes[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port)
  for (const node of nodes) while (!(await isWhole(node))) await sleep(50)
}

async function isWhole(node: Redis): Promise<boolean> {
  const info = String(await node.call('CLUSTER', 'INFO'))
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${String(NODES)}`)
}

/** Moves a slot manually, as in the Redis Cluster documentation. */
async function moveSlot(nodes: readonly Redis[], slot: number): Promise<void> {
  const ids = await Promise.all(nodes.map(async (node) => String(await node.call('CLUSTER', 'MYID'))))
  const holder = await Promise.all(nodes.map(async (node) => holds(node, slot)))
  const from = holder.indexOf(true)
  const to = (from + 1) % nodes.length
  const [source, target] = [nodes[from], nodes[to]]
  if (source === undefined || target === undefined) throw new Error(`nobody holds slot ${String(slot)}`)
  await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(ids[from]))
  await source.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', String(ids[to]))
  const keys = (await source.call('CLUSTER', 'GETKEYSINSLOT', slot, 1_000)) as string[]
  const { port = 0 } = target.options
  if (keys.length > 0) {
    await source.call('MIGRATE', '127.0.0.1', port, '', 0, 5_000, 'AUTH', PASSWORD, 'KEYS', ...keys)
  }
  for (const node of [target, source, ...nodes]) {
    await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', String(ids[to]))
  }
}

async function holds(node: Redis, slot: number): Promise<boolean> {
  const own = String(await node.call('CLUSTER', 'NODES'))
    .split('\n')
    .find((line) => line.includes('myself'))
  const ranges = (own ?? '').split(' ').slice(8)
  return ranges.some((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return first !== undefined && last !== undefined && slot >= first && slot <= last
  })
}
