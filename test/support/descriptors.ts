import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The number of open descriptors of a process, without its connections to a server of which a pool keeps as many as it once needed. */
export function descriptorsOf(pid: number, pooled: Readonly<{ port: number }>): number {
  const folder = `/proc/${pid}/fd`
  const connections = connectionsTo(pooled.port)
  const targets = readdirSync(folder).map((name) => readlinkSync(`${folder}/${name}`))
  return targets.filter((target) => !connections.has(target)).length
}

/** As they are named among descriptors; man 5 proc_pid_net. */
function connectionsTo(port: number): ReadonlySet<string> {
  const lines = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1),
  )
  const sockets = lines.map((line) => line.trim().split(/\s+/))
  const connected = sockets.filter(
    ([, , remote = '']) => Number.parseInt(remote.split(':')[1] ?? '', 16) === port,
  )
  return new Set(connected.map((fields) => `socket:[${fields[9]}]`))
}
