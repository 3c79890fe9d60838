import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Where a program is on the PATH, if it is there. */
export function onPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
