import { open } from 'node:fs/promises'

/** Makes the content of a file, or the names in a folder, survive a crash of the machine. */
export async function synced(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}
