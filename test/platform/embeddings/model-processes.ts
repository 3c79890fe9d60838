import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 10_000

/** The processes of local models that a process has. */
export function modelProcessesOf(parent: number | undefined): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .filter((line) => Number(line.trim().split(/\s+/)[1]) === parent && line.includes('model-process-entry'))
    .map((line) => Number.parseInt(line, 10))
}

/** Whether a process that was there is gone within ten seconds. */
export async function hasEnded(pid: number | undefined): Promise<boolean> {
  if (pid === undefined || !isThere(pid)) throw new Error('there was no such process')
  for (const end = performance.now() + WAIT_MS; isThere(pid) && performance.now() < end;) await sleep(20)
  return !isThere(pid)
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
