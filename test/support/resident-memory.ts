import { readFileSync, writeFileSync } from 'node:fs'

/** The peak resident memory of a process in MB (10^6 bytes): VmHWM on Linux. */
export function peakResidentMb(pid: number): number {
  const kibibytes = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1_024) / 1_000_000
}

/** The peak resident memory of a process during some work, in MB. */
export async function peakResidentMbDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Resets VmHWM to the current value (man 5 proc_pid_clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await work()
  return peakResidentMb(pid)
}

/** The environment for memory measurements, without coverage and test optimisations. */
export const AS_NPM_START = { NODE_V8_COVERAGE: '', NODE_DISABLE_COMPILE_CACHE: '1' } as const
