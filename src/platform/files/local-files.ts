import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { asOutage } from './failures.ts'
import type { FileStore } from './file-store.ts'
import { synced } from './synced.ts'

/** Files in a folder, readable by the user of the process only. */
export function createLocalFiles(folder: string): FileStore {
  const fileOf = (key: string): string => path.join(folder, key)
  return {
    put: async (key, file) =>
      reported(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await synced(file)
        await rename(file, fileOf(key))
        // The name of a file is durable only with its folder.
        await synced(folder)
      }),
    read: async (key, range) =>
      reported(async () => {
        const handle = await open(fileOf(key)).catch(unlessMissing)
        return handle?.createReadStream({ ...range })
      }),
    remove: async (key) => reported(async () => rm(fileOf(key), { force: true })),
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function reported<T>(work: () => Promise<T>): Promise<T> {
  return work().catch(asOutage)
}
