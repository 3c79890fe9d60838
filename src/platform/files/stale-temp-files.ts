import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DAY_MS = 24 * 60 * 60_000

/** Removes what crashed processes left in a folder of temporary files, by default more than a day ago. */
export async function removeStaleTempFiles(folder: string, leftMs = DAY_MS): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const entry = path.join(folder, name)
    const age = Date.now() - (await stat(entry).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (age > leftMs) await rm(entry, { recursive: true, force: true })
  }
}
