import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../config.ts'
import { readInstance } from './instance.ts'

const busy = 5

/**
 * Takes the data folder for this process. The lock is the operating system's, on a file, by way of SQLite: it ends with
 * its process however that ends, so that there is no stale lock to judge.
 * @throws OperatorError when another start has it.
 */
export function lockDataDir(dataDir: string): Disposable {
  const file = path.join(dataDir, 'start.lock')
  try {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { [Symbol.dispose]: () => database.close() }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
      const running = readInstance(dataDir)
      const which = running === undefined ? '' : ` (process ${String(running.pid)}, ${running.url})`
      throw new OperatorError(`Idea Repository runs already with the data in ${dataDir}${which}`)
    }
    throw new OperatorError(
      `${file} cannot be locked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
