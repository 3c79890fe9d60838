import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Distinguishes a process from a later one with the same pid by its start time (and, on Linux, boot id). `undefined` if the
 * process does not run.
 */
export function identityOf(pid: number): string | undefined {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid)
}

function identityFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name is in parentheses and may contain anything; after it, state is field 1 and start time field 20.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, started] = [fields[0], fields[19]]
    if (state === undefined || started === undefined || 'ZX'.includes(state)) return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${started}`
  } catch {
    return undefined
  }
}

function identityFromPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}
