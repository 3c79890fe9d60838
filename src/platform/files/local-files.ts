import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { asOutage } from './failures.ts'
import type { ByteRange, FileStore } from './file-store.ts'

/** Files in a folder, readable by the user of the process only. */
export function createLocalFiles(folder: string): FileStore {
  const fileOf = (key: string): string => path.join(folder, key)
  return {
    put: async (key, file) =>
      reported(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const received = await open(file)
        await synced(received)
        await rename(file, fileOf(key))
        // The name of a file is durable only with its folder.
        await synced(await open(folder))
      }),
    read: async (key, range) =>
      reported(async () => {
        const handle = await open(fileOf(key)).catch(unlessMissing)
        return handle && streamOf(handle, range)
      }),
    remove: async (key) => reported(async () => rm(fileOf(key), { force: true })),
  }
}

function streamOf(handle: FileHandle, range: ByteRange | undefined): Readable {
  return handle.createReadStream({ ...range })
}

async function synced(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function reported<T>(work: () => Promise<T>): Promise<T> {
  return work().catch(asOutage)
}
