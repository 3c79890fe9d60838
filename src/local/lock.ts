import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../platform/operator-error.ts'
import { readInstance } from './instance.ts'

const BUSY = 5

/**
 * Locks the data folder for this process with an operating-system file lock (through SQLite), which is released when the
 * process ends, so that there are no stale locks.
 * @throws OperatorError when another process holds it
 */
export function lockDataDir(dataDir: string): Disposable {
  const file = path.join(dataDir, 'start.lock')
  try {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { [Symbol.dispose]: () => database.close() }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      const running = readInstance(dataDir)
      const which = running === undefined ? '' : ` (process ${running.pid}, ${running.url})`
      throw new OperatorError(`Idea Repository runs already with the data in ${dataDir}${which}`)
    }
    throw new OperatorError(
      `${file} cannot be locked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
